import { type RefObject, useEffect, useImperativeHandle, useState } from "react";
import { articlePath } from "#app/features/blog/article.ts";
import { currentPriceCents, type ProductTeaser, productPath } from "#app/features/catalogue/product.ts";
import { offerShown } from "#app/features/catalogue/product-size.ts";
import { UnitPriceText } from "#app/features/catalogue/unit-price-text.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Money } from "#app/ui/money.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";
import { searchAddress, searchWords } from "./search-words.ts";
import styles from "./suggestion-list.module.css";
import { type FoundSuggestions, readSuggestions, suggestCategories } from "./suggestions.ts";

/** What the box says of its list. */
export interface ShownSuggestions {
  isOpen: boolean;
  activeId: string | undefined;
}

export interface SuggestionKeys {
  /** @returns whether the key was for the list */
  press: (key: string) => boolean;
}

export interface SuggestionListProps {
  id: string;
  typed: string;
  keys: RefObject<SuggestionKeys | null>;
  onShown: (shown: ShownSuggestions) => void;
  onChoose: (path: string) => void;
}

interface Option {
  path: string;
  text: string;
  product?: ProductTeaser;
  /** What was looked for when it is chosen. */
  words?: string;
}

interface Group {
  title: string;
  options: readonly Option[];
}

/** Longer than from key to key of who types fast, and far less than anybody notices. */
const PAUSE_MS = 40;

/** What the box offers for what stands in it: what was looked for before, or what it may become. */
export function SuggestionList({ id, typed, keys, onShown, onChoose }: SuggestionListProps) {
  const words = searchWords(typed);
  const found = useSuggestions(words);
  const [recent, setRecent] = useState(recentSearches);
  const groups = words === null ? recentGroups(recent) : suggestedGroups(words, found);
  const options = groups.flatMap((group) => group.options);

  // Both hold for what was typed then, and for nothing else.
  const [active, setActive] = useState<{ typed: string; path: string } | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const isOpen = options.length > 0 && dismissed !== typed;
  const activeAt = active?.typed === typed ? options.findIndex(({ path }) => path === active.path) : -1;
  const activeId = isOpen && activeAt >= 0 ? `${id}-${activeAt}` : undefined;

  useEffect(() => onShown({ isOpen, activeId }), [onShown, isOpen, activeId]);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function choose(option: Option) {
    if (option.words !== undefined) rememberSearch(option.words);
    onChoose(option.path);
  }

  function activate(place: number) {
    // One place more than there are options: the box itself.
    const count = options.length + 1;
    const option = options[((((place + 1) % count) + count) % count) - 1];
    setActive(option ? { typed, path: option.path } : null);
  }

  useImperativeHandle(keys, () => ({
    press: (key) => {
      const chosen = options[activeAt];
      if (key === "Enter" && isOpen && chosen) choose(chosen);
      else if (key === "Escape" && isOpen) setDismissed(typed);
      else if (key === "ArrowDown" && options.length > 0) activate(isOpen ? activeAt + 1 : 0);
      else if (key === "ArrowUp" && options.length > 0) activate(isOpen ? activeAt - 1 : -2);
      else return false;
      if (key.startsWith("Arrow")) setDismissed(null);
      return true;
    },
  }));

  return (
    <>
      <HiddenText>
        <span role="status">
          {isOpen ? (options.length === 1 ? "1 suggestion" : `${options.length} suggestions`) : null}
        </span>
      </HiddenText>
      {isOpen ? (
        <div className={styles.panel}>
          <div
            role="listbox"
            id={id}
            aria-label="Suggestions"
            // The box keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
          >
            {groups.map((group) => (
              <OptionGroup
                key={group.title}
                group={group}
                id={id}
                firstPlace={options.indexOf(group.options[0] as Option)}
                activeAt={activeAt}
                onChoose={choose}
              />
            ))}
          </div>
          {words === null ? (
            <button
              type="button"
              className={styles.clear}
              onClick={() => {
                forgetSearches();
                setRecent([]);
              }}
            >
              Clear recent searches
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

function OptionGroup({
  group,
  id,
  firstPlace,
  activeAt,
  onChoose,
}: {
  group: Group;
  id: string;
  firstPlace: number;
  activeAt: number;
  onChoose: (option: Option) => void;
}) {
  const titleId = `${id}-title-${firstPlace}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options.
    <div role="group" aria-labelledby={titleId}>
      <div role="presentation" id={titleId} className={styles.title}>
        {group.title}
      </div>
      {group.options.map((option, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box takes the keys.
        <div
          key={option.path}
          role="option"
          id={`${id}-${firstPlace + place}`}
          aria-selected={firstPlace + place === activeAt}
          className={styles.option}
          onClick={() => onChoose(option)}
        >
          {option.product ? <ProductOption product={option.product} /> : option.text}
        </div>
      ))}
    </div>
  );
}

function ProductOption({ product }: { product: ProductTeaser }) {
  const { isFrom, ...offer } = offerShown(product);
  const cents = currentPriceCents(offer);
  return (
    <>
      <span className={styles.picture}>
        <Picture src={product.image} alt="" sizes="44px" isFirst />
      </span>
      <span className={styles.name}>{product.name}</span>
      <span className={styles.price}>
        {product.isSoldOut ? (
          "Sold out"
        ) : (
          <>
            <strong>
              {isFrom ? "From " : null}
              <Money cents={cents} />
            </strong>
            {isFrom ? null : <UnitPriceText cents={cents} amount={offer.amount} />}
          </>
        )}
      </span>
    </>
  );
}

/** Until the next answer has come the last one stays; one that comes too late is dropped. */
function useSuggestions(words: string | null): FoundSuggestions | null {
  const [found, setFound] = useState<FoundSuggestions | null>(null);
  useEffect(() => {
    if (words === null) return setFound(null);
    let isWanted = true;
    const timer = setTimeout(() => {
      readSuggestions(words).then(
        (answer) => isWanted && setFound(answer),
        // The form finds it all the same, or says why not.
        () => isWanted && setFound(null),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  return found;
}

function recentGroups(recent: readonly string[]): Group[] {
  const options = recent.map((words) => ({ path: searchAddress(words), text: words, words }));
  return options.length > 0 ? [{ title: "Recent searches", options }] : [];
}

function suggestedGroups(words: string, found: FoundSuggestions | null): Group[] {
  const products = found?.products ?? [];
  const articles = found?.articles ?? [];
  return [
    {
      title: "Products",
      options: products.map((product) => ({ path: productPath(product), text: product.name, product })),
    },
    {
      title: "Categories",
      options: suggestCategories(words).map(({ path, title }) => ({ path, text: title })),
    },
    {
      title: "From our blog",
      options: articles.map((article) => ({ path: articlePath(article), text: article.name })),
    },
    {
      title: "Everything",
      options:
        products.length > 0
          ? [{ path: searchAddress(words), text: `All results for “${words}”`, words }]
          : [],
    },
  ].filter((group) => group.options.length > 0);
}
