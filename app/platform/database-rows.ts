// Written by `npm run db:rows` from the database that supabase/migrations make: change them, not this.

/** @typeParam Needed an insert must name them; @typeParam Made the database alone writes them */
type Relation<Row, Needed extends keyof Row, Made extends keyof Row, Relationships extends unknown[]> = {
  Row: Row;
  Insert: Pick<Row, Needed> & Partial<Omit<Row, Needed | Made>>;
  Update: Partial<Omit<Row, Made>>;
  Relationships: Relationships;
};

export type Database = {
  public: {
    Tables: {
      acknowledged_orders: Relation<
        { order_id: string; acknowledged_by: string | null; acknowledged_at: string },
        "order_id",
        never,
        [
          {
            foreignKeyName: "acknowledged_orders_acknowledged_by_fkey";
            columns: ["acknowledged_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "acknowledged_orders_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: true;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
        ]
      >;
      article_products: Relation<
        {
          article_id: number;
          product_id: number;
          size_id: number | null;
          position: number;
          amount: number | null;
          unit: "lb" | "oz" | "fl oz" | "ct" | "yd" | "each" | null;
          packs: number | null;
        },
        "article_id" | "product_id",
        never,
        [
          {
            foreignKeyName: "article_products_article_id_fkey";
            columns: ["article_id"];
            isOneToOne: false;
            referencedRelation: "blog_post";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_products_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "article_products_product_id_size_id_fkey";
            columns: ["product_id", "size_id"];
            isOneToOne: false;
            referencedRelation: "product_sizes";
            referencedColumns: ["product_id", "id"];
          },
        ]
      >;
      audit_log: Relation<
        {
          id: number;
          happened_at: string;
          kind: "refund" | "price" | "settings" | "export" | "right" | "counter" | "import" | "fee";
          subject: string;
          actor_id: string | null;
          actor: string;
          before: unknown;
          after: unknown;
          actor_email: string | null;
          actor_role: string | null;
        },
        "kind" | "subject" | "actor",
        "id",
        []
      >;
      billing_details: Relation<
        {
          order_id: string;
          name: string;
          email: string;
          phone: string;
          line1: string;
          city: string;
          state: string;
          postal_code: string;
          country: string;
          created_at: string;
        },
        "order_id" | "name" | "email" | "phone" | "line1" | "city" | "state" | "postal_code" | "country",
        never,
        [
          {
            foreignKeyName: "billing_details_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: true;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
        ]
      >;
      blog_post: Relation<
        {
          id: number;
          name: string;
          img1: string;
          img2: string | null;
          short_introduction: string;
          title1: string | null;
          description1: string | null;
          title2: string | null;
          description2: string | null;
          title3: string | null;
          description3: string | null;
          title4: string | null;
          description4: string | null;
          title5: string | null;
          description5: string | null;
          title6: string | null;
          description6: string | null;
          title7: string | null;
          description7: string | null;
          semi_conclusion_topic: string | null;
          semi_conclusion_text: string | null;
          semi_conclusion_point1: string | null;
          semi_conclusion_point2: string | null;
          semi_conclusion_point3: string | null;
          conclusion: string | null;
          created_at: string;
          updated_at: string;
          servings: number | null;
          publish_at: string | null;
        },
        "name",
        "id",
        []
      >;
      categories: Relation<
        {
          prefix:
            | "beauty"
            | "condiments"
            | "drinks"
            | "fruits"
            | "grains"
            | "meat"
            | "more"
            | "snacks"
            | "wears";
          view_name: string;
          title: string;
          aisle: number;
        },
        "prefix" | "view_name" | "title",
        never,
        []
      >;
      category_tax_classes: Relation<
        {
          category:
            | "beauty"
            | "condiments"
            | "drinks"
            | "fruits"
            | "grains"
            | "meat"
            | "more"
            | "snacks"
            | "wears";
          class_id: number;
        },
        "category" | "class_id",
        never,
        [
          {
            foreignKeyName: "category_tax_classes_category_fkey";
            columns: ["category"];
            isOneToOne: true;
            referencedRelation: "categories";
            referencedColumns: ["prefix"];
          },
          {
            foreignKeyName: "category_tax_classes_class_id_fkey";
            columns: ["class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
        ]
      >;
      content_version: Relation<{ id: boolean; version: number }, never, never, []>;
      daily_report_readers: Relation<
        { user_id: string; added_at: string },
        "user_id",
        never,
        [
          {
            foreignKeyName: "daily_report_readers_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      delivery_fees: Relation<
        {
          order_id: string;
          amount: number;
          tax_rate: number;
          tax_amount: number;
          payment_intent_id: string | null;
          agreed_by: string | null;
          agreed_at: string;
          paid_at: string | null;
        },
        "order_id" | "amount" | "tax_rate" | "tax_amount",
        never,
        [
          {
            foreignKeyName: "delivery_fees_agreed_by_fkey";
            columns: ["agreed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "delivery_fees_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: true;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
        ]
      >;
      delivery_zones: Relation<
        {
          id: number;
          name: string;
          zips: string[] | null;
          max_miles: number | null;
          fee: number | null;
          free_from: number | null;
          min_order: number;
        },
        "name",
        "id",
        []
      >;
      discount_codes: Relation<
        {
          id: number;
          code: string;
          percent: number | null;
          amount: number | null;
          least_goods: number;
          categories: string[];
          valid_from: string;
          valid_until: string | null;
          once_per_person: boolean;
          max_uses: number | null;
          used_count: number;
          created_at: string;
        },
        "code",
        "id",
        []
      >;
      import_rows: Relation<
        {
          import_id: number;
          place: number;
          row_number: number;
          cells: unknown;
          verdict: "add" | "change" | "same" | "refuse" | null;
          reason: string;
          is_size: boolean;
          product_place: number | null;
          product_id: number | null;
          size_id: number | null;
          before: unknown;
          after: unknown;
          left_alone: string | null;
        },
        "import_id" | "place" | "row_number" | "cells",
        never,
        [
          {
            foreignKeyName: "import_rows_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
        ]
      >;
      imports: Relation<
        {
          id: number;
          file_name: string;
          made_by: string | null;
          made_at: string;
          validated_at: string | null;
          applied_at: string | null;
          undone_at: string | null;
          add_count: number;
          change_count: number;
          same_count: number;
          refuse_count: number;
        },
        "file_name",
        "id",
        [
          {
            foreignKeyName: "imports_made_by_fkey";
            columns: ["made_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      offers: Relation<
        {
          id: number;
          product_id: number | null;
          category:
            | "beauty"
            | "condiments"
            | "drinks"
            | "fruits"
            | "grains"
            | "meat"
            | "more"
            | "snacks"
            | "wears"
            | null;
          percent: number | null;
          price: number | null;
          starts_at: string;
          ends_at: string;
          is_running: boolean;
          created_at: string;
        },
        "ends_at",
        "id",
        [
          {
            foreignKeyName: "offers_category_fkey";
            columns: ["category"];
            isOneToOne: false;
            referencedRelation: "categories";
            referencedColumns: ["prefix"];
          },
          {
            foreignKeyName: "offers_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
        ]
      >;
      order_items: Relation<
        {
          id: number;
          order_id: string;
          product_id: number;
          product_name: string;
          quantity: number;
          unit_price: number;
          image_url: string;
          stock_taken: number;
          refunded_quantity: number;
          size_id: number | null;
          size_label: string | null;
          wish: "replace" | "contact" | "leave_out" | null;
          note: string;
          tax_rate: number;
          tax_amount: number;
          discount: number;
        },
        "order_id" | "product_id" | "product_name" | "quantity" | "unit_price",
        "id",
        [
          {
            foreignKeyName: "order_items_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_items_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_items_size_id_fkey";
            columns: ["size_id"];
            isOneToOne: false;
            referencedRelation: "product_sizes";
            referencedColumns: ["id"];
          },
        ]
      >;
      order_status_changes: Relation<
        {
          id: number;
          order_id: string;
          from_status:
            | "cancelled"
            | "completed"
            | "out_for_delivery"
            | "paid"
            | "pending"
            | "preparing"
            | "ready"
            | "refund_failed"
            | "refunded"
            | null;
          to_status:
            | "cancelled"
            | "completed"
            | "out_for_delivery"
            | "paid"
            | "pending"
            | "preparing"
            | "ready"
            | "refund_failed"
            | "refunded";
          changed_by: string | null;
          changed_at: string;
        },
        "order_id" | "to_status",
        "id",
        [
          {
            foreignKeyName: "order_status_changes_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_status_changes_from_status_fkey";
            columns: ["from_status"];
            isOneToOne: false;
            referencedRelation: "order_statuses";
            referencedColumns: ["status"];
          },
          {
            foreignKeyName: "order_status_changes_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_status_changes_to_status_fkey";
            columns: ["to_status"];
            isOneToOne: false;
            referencedRelation: "order_statuses";
            referencedColumns: ["status"];
          },
        ]
      >;
      order_status_moves: Relation<
        {
          from_status:
            | "cancelled"
            | "completed"
            | "out_for_delivery"
            | "paid"
            | "pending"
            | "preparing"
            | "ready"
            | "refund_failed"
            | "refunded";
          to_status:
            | "cancelled"
            | "completed"
            | "out_for_delivery"
            | "paid"
            | "pending"
            | "preparing"
            | "ready"
            | "refund_failed"
            | "refunded";
          delivery_type: "pickup" | "delivery" | null;
          moved_by: string[];
        },
        "from_status" | "to_status",
        never,
        [
          {
            foreignKeyName: "order_status_moves_from_status_fkey";
            columns: ["from_status"];
            isOneToOne: false;
            referencedRelation: "order_statuses";
            referencedColumns: ["status"];
          },
          {
            foreignKeyName: "order_status_moves_to_status_fkey";
            columns: ["to_status"];
            isOneToOne: false;
            referencedRelation: "order_statuses";
            referencedColumns: ["status"];
          },
        ]
      >;
      order_statuses: Relation<
        {
          status:
            | "cancelled"
            | "completed"
            | "out_for_delivery"
            | "paid"
            | "pending"
            | "preparing"
            | "ready"
            | "refund_failed"
            | "refunded";
          place: number;
          label: string;
          is_changeable: boolean;
          is_packable: boolean;
          is_open: boolean;
          is_paid: boolean;
          is_canceled: boolean;
        },
        "status" | "place" | "label",
        "is_changeable" | "is_packable" | "is_open" | "is_paid" | "is_canceled",
        []
      >;
      orders: Relation<
        {
          id: string;
          user_id: string | null;
          total: number;
          status:
            | "cancelled"
            | "completed"
            | "out_for_delivery"
            | "paid"
            | "pending"
            | "preparing"
            | "ready"
            | "refund_failed"
            | "refunded";
          delivery_type: "pickup" | "delivery";
          delivery_address: string;
          delivery_cost: number;
          delivery_phone_number: string;
          client_secret: string | null;
          payment_intent_id: string | null;
          failure_message: string | null;
          request_key: string | null;
          paid_at: string | null;
          created_at: string;
          paid_amount: number;
          refunded_amount: number;
          cancelled_by: "customer" | "admin" | "server" | null;
          cancel_reason: "requested" | "abandoned" | "sold_out" | "withdrawn" | null;
          intent_closed_at: string | null;
          delivery_included: boolean;
          wish: "replace" | "contact" | "leave_out" | null;
          note: string;
          tax_amount: number;
          delivery_tax_rate: number;
          delivery_tax_amount: number;
          tax_exempt_certificate: string | null;
          delivery_street: string;
          delivery_unit: string;
          delivery_city: string;
          delivery_zip: string;
          driver_note: string;
          discount: number;
          discount_code: string | null;
          discount_code_id: number | null;
          window_starts_at: string | null;
          window_ends_at: string | null;
          window_held_until: string | null;
          order_number: number;
          channel: "online" | "counter";
          customer_name: string;
          customer_email: string | null;
        },
        never,
        "order_number",
        [
          {
            foreignKeyName: "orders_discount_code_id_fkey";
            columns: ["discount_code_id"];
            isOneToOne: false;
            referencedRelation: "discount_codes";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "orders_status_fkey";
            columns: ["status"];
            isOneToOne: false;
            referencedRelation: "order_statuses";
            referencedColumns: ["status"];
          },
          {
            foreignKeyName: "orders_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      outgoing_mails: Relation<
        {
          id: string;
          event_key: string;
          kind:
            | "order_paid"
            | "order_ready"
            | "order_out_for_delivery"
            | "order_completed"
            | "order_cancelled"
            | "order_refunded"
            | "payment_failed"
            | "shop_order_paid"
            | "shop_order_cancelled"
            | "pay_link"
            | "delivery_fee"
            | "delivery_fee_paid"
            | "refund_failed"
            | "window_lost";
          order_id: string;
          recipient: string;
          facts: unknown;
          status: "waiting" | "sent" | "dead";
          attempts: number;
          next_attempt_at: string;
          last_error: string | null;
          created_at: string;
          sent_at: string | null;
        },
        "event_key" | "kind" | "order_id" | "recipient" | "facts",
        never,
        [
          {
            foreignKeyName: "outgoing_mails_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
        ]
      >;
      payment_events: Relation<
        {
          id: string;
          type: string;
          order_id: string | null;
          payment_intent_id: string | null;
          amount_cents: number | null;
          currency: string | null;
          outcome: string;
          payload: unknown;
          received_at: string;
          refund: unknown;
        },
        "id" | "type" | "outcome" | "payload",
        never,
        []
      >;
      payments: Relation<
        {
          payment_intent_id: string;
          order_id: string | null;
          amount_cents: number;
          currency: string;
          purpose:
            | "order"
            | "delivery_fee"
            | "duplicate"
            | "cancelled_order"
            | "withdrawn_fee"
            | "mismatch"
            | "unknown_order";
          refunded_cents: number;
          refunds_unread: boolean;
          received_at: string;
          method: "card" | "store_cash" | "store_card";
          taken_by: string | null;
        },
        "payment_intent_id" | "amount_cents" | "currency" | "purpose",
        never,
        [
          {
            foreignKeyName: "payments_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payments_taken_by_fkey";
            columns: ["taken_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      picked_lines: Relation<
        { order_item_id: number; order_id: string; picked_by: string | null; picked_at: string },
        "order_item_id" | "order_id",
        never,
        [
          {
            foreignKeyName: "picked_lines_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "picked_lines_order_item_id_fkey";
            columns: ["order_item_id"];
            isOneToOne: true;
            referencedRelation: "order_items";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "picked_lines_picked_by_fkey";
            columns: ["picked_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      product_pictures: Relation<
        {
          product_id: number;
          position: number;
          address: string;
          alt: string;
          is_ready: boolean;
          object_name: string | null;
        },
        "product_id" | "position" | "address",
        "object_name",
        [
          {
            foreignKeyName: "product_pictures_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
        ]
      >;
      product_sizes: Relation<
        {
          id: number;
          product_id: number;
          label: string;
          position: number;
          price: number | null;
          discount_price: number | null;
          availability: "available" | "sold_out" | "counted";
          amount: number | null;
          unit: "lb" | "oz" | "fl oz" | "ct" | "yd" | "each" | null;
          archived_at: string | null;
          regular_discount_price: number | null;
        },
        "product_id" | "label",
        "id",
        [
          {
            foreignKeyName: "product_sizes_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
        ]
      >;
      product_stock: Relation<
        { product_id: number; stock_count: number },
        "product_id" | "stock_count",
        never,
        [
          {
            foreignKeyName: "product_stock_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: true;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
        ]
      >;
      products: Relation<
        {
          id: number;
          category:
            | "beauty"
            | "condiments"
            | "drinks"
            | "fruits"
            | "grains"
            | "meat"
            | "more"
            | "snacks"
            | "wears";
          name: string;
          description_header: string;
          description: string;
          price: number;
          discount_price: number | null;
          img1: string;
          img2: string | null;
          size: string;
          archived_at: string | null;
          pictures_ready: boolean;
          created_at: string;
          img1_object: string | null;
          img2_object: string | null;
          availability: "available" | "sold_out" | "counted";
          is_sold_out: boolean;
          also_called: string;
          storage: "shelf" | "chilled" | "frozen" | null;
          origin: string;
          ingredients: string;
          contains: string[];
          may_contain: string[];
          fibre: string;
          care: string;
          heat_level: number | null;
          amount: number | null;
          unit: "lb" | "oz" | "fl oz" | "ct" | "yd" | "each" | null;
          sizes: unknown;
          regular_discount_price: number | null;
          img1_alt: string;
          img2_alt: string;
        },
        "category" | "name" | "price",
        "id" | "img1_object" | "img2_object",
        [
          {
            foreignKeyName: "products_category_fkey";
            columns: ["category"];
            isOneToOne: false;
            referencedRelation: "categories";
            referencedColumns: ["prefix"];
          },
        ]
      >;
      profiles: Relation<
        { id: string; name: string | null; role: "customer" | "admin"; created_at: string },
        "id",
        never,
        []
      >;
      refunds: Relation<
        {
          id: string;
          order_id: string | null;
          payment_intent_id: string;
          amount_cents: number;
          lines: unknown;
          reason:
            | "requested_by_customer"
            | "duplicate"
            | "sold_out"
            | "cancelled"
            | "provider"
            | "missing"
            | "damaged"
            | "returned";
          requested_by: string | null;
          request_key: string | null;
          status: "requested" | "pending" | "succeeded" | "failed";
          provider_refund_id: string | null;
          attempts: number;
          next_attempt_at: string;
          last_error: string | null;
          created_at: string;
          settled_at: string | null;
          tax_cents: number;
          method: string | null;
          replaces_id: string | null;
          is_restocked: boolean;
        },
        "payment_intent_id" | "amount_cents" | "reason",
        never,
        [
          {
            foreignKeyName: "refunds_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "refunds_payment_intent_id_fkey";
            columns: ["payment_intent_id"];
            isOneToOne: false;
            referencedRelation: "payments";
            referencedColumns: ["payment_intent_id"];
          },
          {
            foreignKeyName: "refunds_replaces_id_fkey";
            columns: ["replaces_id"];
            isOneToOne: true;
            referencedRelation: "refunds";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "refunds_requested_by_fkey";
            columns: ["requested_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      saved_addresses: Relation<
        {
          id: string;
          user_id: string;
          street: string;
          unit: string;
          city: string;
          postal_code: string;
          instructions: string;
          phone: string;
          used_at: string;
        },
        "street" | "phone",
        never,
        [
          {
            foreignKeyName: "saved_addresses_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      saved_billing: Relation<
        {
          user_id: string;
          name: string;
          email: string;
          phone: string;
          line1: string;
          city: string;
          state: string;
          postal_code: string;
          country: string;
        },
        "name" | "email" | "phone" | "line1" | "city" | "state" | "postal_code" | "country",
        never,
        [
          {
            foreignKeyName: "saved_billing_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      saved_carts: Relation<
        { id: string; user_id: string; items: unknown; saved_at: string },
        "id" | "items",
        never,
        [
          {
            foreignKeyName: "saved_carts_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      saved_wishes: Relation<
        { user_id: string; wish: "replace" | "contact" | "leave_out" },
        "wish",
        never,
        [
          {
            foreignKeyName: "saved_wishes_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      search_synonyms: Relation<{ id: number; words: string[] }, "words", "id", []>;
      shop_alerts: Relation<
        {
          id: number;
          kind:
            | "amount_mismatch"
            | "unknown_order"
            | "refund_failed"
            | "refund_stuck"
            | "mail_dead"
            | "reconcile_failed"
            | "database_restarted"
            | "window_overfull"
            | "backup_fails"
            | "files_missing"
            | "payment_disputed";
          order_id: string | null;
          message: string;
          created_at: string;
          resolved_at: string | null;
          refund_id: string | null;
        },
        "kind" | "message",
        "id",
        [
          {
            foreignKeyName: "shop_alerts_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "shop_alerts_refund_id_fkey";
            columns: ["refund_id"];
            isOneToOne: false;
            referencedRelation: "refunds";
            referencedColumns: ["id"];
          },
        ]
      >;
      size_stock: Relation<
        { size_id: number; stock_count: number },
        "size_id" | "stock_count",
        never,
        [
          {
            foreignKeyName: "size_stock_size_id_fkey";
            columns: ["size_id"];
            isOneToOne: true;
            referencedRelation: "product_sizes";
            referencedColumns: ["id"];
          },
        ]
      >;
      staff: Relation<
        {
          user_id: string;
          role: "manager" | "packer";
          refund_limit: number | null;
          added_by: string | null;
          added_at: string;
        },
        "user_id" | "role",
        never,
        [
          {
            foreignKeyName: "staff_added_by_fkey";
            columns: ["added_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "staff_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      staff_invitations: Relation<
        {
          id: string;
          email: string;
          role: "manager" | "packer";
          refund_limit: number | null;
          invited_by: string | null;
          invited_at: string;
          expires_at: string;
          mailed_at: string | null;
          mail_attempts: number;
          next_mail_at: string;
          mail_error: string | null;
        },
        "email" | "role",
        never,
        [
          {
            foreignKeyName: "staff_invitations_invited_by_fkey";
            columns: ["invited_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      store_settings: Relation<
        {
          id: boolean;
          name: string;
          street: string;
          city: string;
          state: string;
          postal_code: string;
          near: string;
          phone: string;
          email: string;
          latitude: number;
          longitude: number;
          time_zone: string;
          opening_hours: unknown;
          social_links: unknown;
          free_delivery_minimum: number;
          free_delivery_miles_home: number;
          free_delivery_miles_cart: number;
          team: unknown;
          testimonials: unknown;
          updated_at: string;
          quotes_carts: boolean;
          delivery_tax_class_id: number | null;
          closed_days: unknown;
          pickup_windows: boolean;
          delivery_windows: boolean;
          pickup_paused_until: string | null;
          delivery_paused_until: string | null;
          pause_reason: string;
          express_checkout: boolean;
          has_discount_codes: boolean;
          low_stock_at: number;
          banner_text: string;
          banner_until: string | null;
          hero_slides: unknown;
        },
        never,
        never,
        [
          {
            foreignKeyName: "delivery_tax_class_exists";
            columns: ["delivery_tax_class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
        ]
      >;
      substitutions: Relation<
        {
          id: number;
          order_id: string;
          order_item_id: number;
          kind: "replaced" | "left_out";
          quantity: number;
          replacement_product_id: number | null;
          replacement_size_id: number | null;
          replacement_name: string | null;
          replacement_size_label: string | null;
          replacement_quantity: number | null;
          replacement_unit_price: number | null;
          mark_sold_out: boolean;
          paid_cents: number;
          paid_tax_cents: number;
          kept_cents: number;
          kept_tax_cents: number;
          gives_back_cents: number;
          stock_taken: number;
          request_key: string | null;
          changed_by: string | null;
          changed_at: string;
          settled_at: string | null;
          refund_id: string | null;
        },
        "order_id" | "order_item_id" | "kind" | "quantity" | "mark_sold_out",
        "id" | "gives_back_cents",
        [
          {
            foreignKeyName: "substitutions_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "substitutions_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "substitutions_order_item_id_fkey";
            columns: ["order_item_id"];
            isOneToOne: false;
            referencedRelation: "order_items";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "substitutions_refund_id_fkey";
            columns: ["refund_id"];
            isOneToOne: false;
            referencedRelation: "refunds";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "substitutions_replacement_product_id_fkey";
            columns: ["replacement_product_id"];
            isOneToOne: false;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "substitutions_replacement_size_id_fkey";
            columns: ["replacement_size_id"];
            isOneToOne: false;
            referencedRelation: "product_sizes";
            referencedColumns: ["id"];
          },
        ]
      >;
      tax_classes: Relation<{ id: number; title: string }, "title", "id", []>;
      tax_exceptions: Relation<
        { product_id: number; class_id: number; is_draft: boolean },
        "product_id" | "class_id",
        never,
        [
          {
            foreignKeyName: "tax_exceptions_class_id_fkey";
            columns: ["class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tax_exceptions_product_id_fkey";
            columns: ["product_id"];
            isOneToOne: true;
            referencedRelation: "products";
            referencedColumns: ["id"];
          },
        ]
      >;
      tax_exemptions: Relation<
        { user_id: string; certificate: string; created_at: string },
        "user_id" | "certificate",
        never,
        [
          {
            foreignKeyName: "tax_exemptions_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ]
      >;
      tax_rates: Relation<
        { class_id: number; valid_from: string; percent: number },
        "class_id" | "valid_from" | "percent",
        never,
        [
          {
            foreignKeyName: "tax_rates_class_id_fkey";
            columns: ["class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
        ]
      >;
      window_rules: Relation<
        {
          delivery_type: "pickup" | "delivery";
          weekday: number;
          length_minutes: number;
          room: number;
          preparation_minutes: number;
          cut_off: string | null;
        },
        "delivery_type" | "weekday" | "length_minutes" | "room",
        never,
        []
      >;
      zero_result_searches: Relation<
        { month: string; words: string; search_count: number; first_day: string },
        "month" | "words",
        never,
        []
      >;
    };
    Views: {
      authentic_african_wear: Relation<
        {
          id: number;
          category:
            | "beauty"
            | "condiments"
            | "drinks"
            | "fruits"
            | "grains"
            | "meat"
            | "more"
            | "snacks"
            | "wears";
          name: string;
          description_header: string;
          description: string;
          price: number;
          discount_price: number | null;
          img1: string;
          img2: string | null;
          size: string;
          availability: "available" | "sold_out" | "counted";
          is_sold_out: boolean;
          also_called: string;
          storage: "shelf" | "chilled" | "frozen" | null;
          origin: string;
          ingredients: string;
          contains: string[];
          may_contain: string[];
          fibre: string;
          care: string;
          heat_level: number | null;
          amount: number | null;
          unit: "lb" | "oz" | "fl oz" | "ct" | "yd" | "each" | null;
          sizes: unknown;
          img1_alt: string;
          img2_alt: string;
        },
        "name" | "price",
        "id",
        []
      >;
      beauty_and_household: Database["public"]["Views"]["authentic_african_wear"];
      condiments: Database["public"]["Views"]["authentic_african_wear"];
      drink_beverage: Database["public"]["Views"]["authentic_african_wear"];
      fruits_and_vegetables: Database["public"]["Views"]["authentic_african_wear"];
      grain_flour_cereal: Database["public"]["Views"]["authentic_african_wear"];
      meat_sea_food: Database["public"]["Views"]["authentic_african_wear"];
      more: Database["public"]["Views"]["authentic_african_wear"];
      snack_confectionaries: Database["public"]["Views"]["authentic_african_wear"];
    };
    Functions: {
      accept_invitation: { Args: never; Returns: string };
      acknowledge_orders: { Args: { order_ids: string[] | null }; Returns: undefined };
      apply_import: {
        Args: { import_id: number | null };
        Returns: Database["public"]["Tables"]["imports"]["Row"];
      };
      apply_payment_event: {
        Args: {
          event_id: string | null;
          event_type: string | null;
          order_id: string | null;
          payment_intent_id: string | null;
          amount_cents: number | null;
          currency: string | null;
          failure_message: string | null;
          payload: unknown;
          refund?: unknown;
        };
        Returns: string;
      };
      attach_fee_intent: {
        Args: { order_id: string | null; payment_intent_id: string | null; amount_cents: number | null };
        Returns: undefined;
      };
      attach_payment_intent: {
        Args: {
          order_id: string | null;
          payment_intent_id: string | null;
          client_secret: string | null;
          amount_cents: number | null;
        };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      begin_import: { Args: { file_name: string | null }; Returns: number };
      cancel_abandoned_order: { Args: { order_id: string | null }; Returns: boolean };
      cancel_linked_order: { Args: { order_id: string | null }; Returns: undefined };
      cancel_order: {
        Args: { order_id: string | null };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      check_delivery: {
        Args: { zip: string | null };
        Returns: {
          city: string;
          state: string;
          miles: number;
          outcome: string;
          fee: number;
          free_from: number;
          min_order: number;
        }[];
      };
      check_fulfillment: { Args: { order_id: string | null }; Returns: undefined };
      check_stock: { Args: { order_id: string | null }; Returns: unknown };
      claim_daily_report_mails: {
        Args: { max_count: number | null };
        Returns: { day: string; user_id: string; email: string }[];
      };
      claim_invitations: {
        Args: { max_count: number | null };
        Returns: Database["public"]["Tables"]["staff_invitations"]["Row"][];
        SetofOptions: { from: "*"; to: "staff_invitations"; isOneToOne: false; isSetofReturn: true };
      };
      claim_mails: {
        Args: { max_count: number | null };
        Returns: Database["public"]["Tables"]["outgoing_mails"]["Row"][];
        SetofOptions: { from: "*"; to: "outgoing_mails"; isOneToOne: false; isSetofReturn: true };
      };
      claim_refunds: {
        Args: { max_count: number | null };
        Returns: Database["public"]["Tables"]["refunds"]["Row"][];
        SetofOptions: { from: "*"; to: "refunds"; isOneToOne: false; isSetofReturn: true };
      };
      close_fee_intent: { Args: { payment_intent_id: string | null }; Returns: undefined };
      close_intent: { Args: { order_id: string | null }; Returns: undefined };
      count_bought_together: { Args: never; Returns: number };
      count_payment_attempt: {
        Args: { user_id: string | null; max_count: number | null; seconds: number | null };
        Returns: number;
      };
      count_sales: { Args: never; Returns: number };
      create_point_of_sale_order: {
        Args: {
          items: unknown;
          delivery_type: string | null;
          customer: unknown;
          expected_total: number | null;
          request_key: string | null;
          wish?: string | null;
          note?: string | null;
          delivery_place?: unknown;
          window_starts_at?: string | null;
          discount_code?: string | null;
        };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      daily_report: { Args: { first_day: string | null; last_day: string | null }; Returns: unknown };
      desk_changes: { Args: { order_ids: string[] | null }; Returns: unknown };
      drop_discount_code: { Args: never; Returns: undefined };
      duplicate_product: { Args: { product_id: number | null }; Returns: number };
      email_daily_report: { Args: { is_wanted: boolean | null }; Returns: undefined };
      end_session: { Args: { session_id: string | null }; Returns: undefined };
      enter_discount_code: { Args: { code: string | null }; Returns: string };
      export_accounting: {
        Args: {
          what: string | null;
          first_day: string | null;
          last_day: string | null;
          skip_count?: number | null;
        };
        Returns: unknown[];
      };
      filter_products: {
        Args: {
          category?: string | null;
          query?: string | null;
          sort?: string | null;
          is_available?: boolean | null;
          is_on_offer?: boolean | null;
          storage?: string[] | null;
          free_of?: string[] | null;
          sizes?: string[] | null;
          max_count?: number | null;
          skip_count?: number | null;
        };
        Returns: { total_count: number; product_ids: number[]; counts: unknown }[];
      };
      finalize_daily_report_mail: {
        Args: { day: string | null; user_id: string | null; error?: string | null };
        Returns: undefined;
      };
      finalize_invitation: {
        Args: { invitation_id: string | null; error?: string | null };
        Returns: undefined;
      };
      finalize_mail: {
        Args: { mail_id: string | null; error?: string | null };
        Returns: Database["public"]["Tables"]["outgoing_mails"]["Row"];
      };
      finalize_refund: {
        Args: {
          refund_id: string | null;
          provider_refund_id: string | null;
          status: string | null;
          error?: string | null;
        };
        Returns: Database["public"]["Tables"]["refunds"]["Row"];
      };
      find_offer_end: { Args: { product_id: number | null }; Returns: string };
      find_on_desk: { Args: { words: string | null }; Returns: unknown };
      find_products: {
        Args: { words: string | null };
        Returns: Database["public"]["Tables"]["products"]["Row"][];
        SetofOptions: { from: "*"; to: "products"; isOneToOne: false; isSetofReturn: true };
      };
      give_refund_in_cash: {
        Args: { refund_id: string | null };
        Returns: Database["public"]["Tables"]["refunds"]["Row"];
      };
      invite_staff: {
        Args: { email: string | null; role: string | null; refund_limit?: number | null };
        Returns: Database["public"]["Tables"]["staff_invitations"]["Row"];
      };
      is_admin: { Args: never; Returns: boolean };
      is_last_admin: { Args: { user_id: string | null }; Returns: boolean };
      linked_order: { Args: { order_id: string | null }; Returns: unknown };
      list_abandoned_orders: {
        Args: { max_count: number | null };
        Returns: { order_id: string; payment_intent_id: string }[];
      };
      list_buy_again: {
        Args: { max_count?: number | null };
        Returns: { product_id: number; size_id: number }[];
      };
      list_desk: {
        Args: {
          lane: string | null;
          after_at: string | null;
          after_id: string | null;
          max_count?: number | null;
        };
        Returns: unknown;
      };
      list_lost_windows: {
        Args: never;
        Returns: {
          id: string;
          order_number: number;
          status: string;
          delivery_type: string;
          customer_name: string;
          phone: string;
          window_starts_at: string;
          window_ends_at: string;
          messaged_at: string;
        }[];
      };
      list_low_stock: {
        Args: { at_most?: number | null; max_count?: number | null };
        Returns: {
          product_id: number;
          name: string;
          size_label: string;
          category: string;
          left_count: number;
        }[];
      };
      list_orders_to_reconcile: {
        Args: { max_count?: number | null };
        Returns: { order_id: string; payment_intent_id: string }[];
      };
      list_related_products: {
        Args: { product_id: number | null; max_count?: number | null };
        Returns: Database["public"]["Tables"]["products"]["Row"][];
        SetofOptions: { from: "*"; to: "products"; isOneToOne: false; isSetofReturn: true };
      };
      list_replacements: {
        Args: {
          order_item_id: number | null;
          quantity: number | null;
          typed?: string | null;
          replacement_quantity?: number | null;
        };
        Returns: {
          product_id: number;
          size_id: number;
          name: string;
          size_label: string;
          image_url: string;
          unit_price: number;
          is_same_category: boolean;
          gives_back_cents: number;
        }[];
      };
      list_sessions: {
        Args: never;
        Returns: {
          id: string;
          user_agent: string;
          signed_in_at: string;
          last_used_at: string;
          is_current: boolean;
        }[];
      };
      list_slow_products: {
        Args: { max_count?: number | null };
        Returns: { product_id: number; name: string; category: string; last_sold_at: string }[];
      };
      list_staff: {
        Args: never;
        Returns: {
          user_id: string;
          name: string;
          email: string;
          role: string;
          refund_limit: number;
          added_at: string;
        }[];
      };
      list_tax_exemptions: {
        Args: never;
        Returns: { user_id: string; name: string; email: string; certificate: string; created_at: string }[];
      };
      list_unclosed_fee_intents: { Args: { max_count: number | null }; Returns: string[] };
      list_unclosed_intents: {
        Args: { max_count: number | null };
        Returns: { order_id: string; payment_intent_id: string }[];
      };
      list_unread_refunds: { Args: { max_count: number | null }; Returns: string[] };
      list_windows: {
        Args: { delivery_type: string | null; max_count?: number | null };
        Returns: { starts_at: string; ends_at: string }[];
      };
      log_export: { Args: { subject: string | null }; Returns: undefined };
      message_lost_windows: { Args: never; Returns: number };
      move_order: {
        Args: { order_id: string | null; to_status: string | null };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      move_orders: { Args: { moves: unknown }; Returns: unknown };
      open_linked_payment: {
        Args: { order_id: string | null; max_count: number | null; seconds: number | null };
        Returns: unknown;
      };
      order_aisles: { Args: { prefixes: string[] | null }; Returns: undefined };
      payments_tried: { Args: never; Returns: unknown };
      pick_line: {
        Args: { order_item_id: number | null; is_packed: boolean | null; ticked_at?: string | null };
        Returns: boolean;
      };
      place_order: {
        Args: {
          items: unknown;
          delivery_type: string | null;
          delivery_address: string | null;
          delivery_phone_number: string | null;
          expected_total: number | null;
          request_key: string | null;
          wish?: string | null;
          note?: string | null;
          delivery_place?: unknown;
          window_starts_at?: string | null;
        };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      publish_due_articles: { Args: never; Returns: number };
      quote_cart: {
        Args: { items: unknown; delivery_type?: string | null; delivery_zip?: string | null };
        Returns: unknown;
      };
      quote_point_of_sale_order: {
        Args: {
          items: unknown;
          delivery_type?: string | null;
          delivery_zip?: string | null;
          discount_code?: string | null;
        };
        Returns: unknown;
      };
      raise_alert: {
        Args: { kind: string | null; order_id: string | null; message: string | null };
        Returns: undefined;
      };
      read_desk: { Args: { max_count?: number | null }; Returns: unknown };
      read_pick_sheets: { Args: { order_ids: string[] | null }; Returns: unknown };
      read_point_of_sale: { Args: never; Returns: unknown };
      reconciled_until: { Args: never; Returns: string };
      record_payments_tried: { Args: { mode: string | null }; Returns: undefined };
      record_reconciled: { Args: { until: string | null }; Returns: undefined };
      record_refunds_read: { Args: { payment_intent_id: string | null }; Returns: undefined };
      record_store_payment: {
        Args: {
          order_id: string | null;
          method: string | null;
          request_key: string | null;
          closed_intent_id?: string | null;
        };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      record_zero_result_search: { Args: { query: string | null }; Returns: undefined };
      refresh_due_offers: { Args: never; Returns: { renewed_count: number; next_in_ms: number }[] };
      refund_delivery_fee: {
        Args: { order_id: string | null; request_key?: string | null };
        Returns: Database["public"]["Tables"]["refunds"]["Row"];
      };
      refund_in_store: {
        Args: { refund_id: string | null };
        Returns: Database["public"]["Tables"]["refunds"]["Row"];
      };
      report_sales_tax: {
        Args: { year: number | null };
        Returns: {
          month: string;
          order_count: number;
          gross: number;
          exempt: number;
          taxable: number;
          collected: number;
          refunded: number;
          returned: number;
        }[];
      };
      request_refund: {
        Args: {
          order_id: string | null;
          amount_cents?: number | null;
          lines?: unknown;
          reason?: string | null;
          request_key?: string | null;
          mark_sold_out?: boolean | null;
        };
        Returns: Database["public"]["Tables"]["refunds"]["Row"];
      };
      resolve_alert: {
        Args: { alert_id: number | null };
        Returns: Database["public"]["Tables"]["shop_alerts"]["Row"];
      };
      retry_mail: {
        Args: { mail_id: string | null };
        Returns: Database["public"]["Tables"]["outgoing_mails"]["Row"];
      };
      retry_refund: {
        Args: { refund_id: string | null };
        Returns: Database["public"]["Tables"]["refunds"]["Row"];
      };
      save_address: {
        Args: {
          street: string | null;
          unit: string | null;
          city: string | null;
          postal_code: string | null;
          instructions: string | null;
          phone: string | null;
        };
        Returns: Database["public"]["Tables"]["saved_addresses"]["Row"];
      };
      search_articles: {
        Args: { query: string | null; max_count?: number | null };
        Returns: Database["public"]["Tables"]["blog_post"]["Row"][];
        SetofOptions: { from: "*"; to: "blog_post"; isOneToOne: false; isSetofReturn: true };
      };
      search_hints: {
        Args: { query: string | null };
        Returns: { read_as: string; unknown: string[]; nearest: string[] }[];
      };
      search_products: {
        Args: { query: string | null; max_count?: number | null };
        Returns: Database["public"]["Tables"]["products"]["Row"][];
        SetofOptions: { from: "*"; to: "products"; isOneToOne: false; isSetofReturn: true };
      };
      send_pay_link: {
        Args: { order_id: string | null; how: string | null; request_key: string | null };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      set_delivery_fee: {
        Args: { order_id: string | null; amount: number | null };
        Returns: Database["public"]["Tables"]["delivery_fees"]["Row"];
      };
      set_order_window: {
        Args: { order_id: string | null; starts_at: string | null };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      set_product_pictures: { Args: { product_id: number | null; pictures: unknown }; Returns: undefined };
      set_product_sizes: { Args: { product_id: number | null; sizes: unknown }; Returns: unknown };
      set_recipe: {
        Args: { article_id: number | null; products: unknown; servings?: number | null };
        Returns: undefined;
      };
      set_substitution_preferences: {
        Args: { order_id: string | null; wish: string | null; note: string | null; lines?: unknown };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
      set_tax_exemption: {
        Args: { email: string | null; certificate: string | null };
        Returns: Database["public"]["Tables"]["tax_exemptions"]["Row"];
      };
      staff_role: { Args: never; Returns: string };
      stage_import_rows: { Args: { import_id: number | null; rows: unknown }; Returns: number };
      substitute_line: {
        Args: {
          order_item_id: number | null;
          kind: string | null;
          quantity: number | null;
          replacement_product_id?: number | null;
          replacement_size_id?: number | null;
          replacement_quantity?: number | null;
          mark_sold_out?: boolean | null;
          request_key?: string | null;
        };
        Returns: Database["public"]["Tables"]["substitutions"]["Row"];
      };
      undo_import: {
        Args: { import_id: number | null };
        Returns: Database["public"]["Tables"]["imports"]["Row"];
      };
      undo_order_moves: { Args: { order_ids: string[] | null }; Returns: unknown };
      undo_substitution: { Args: { change_id: number | null }; Returns: undefined };
      validate_import: {
        Args: { import_id: number | null };
        Returns: Database["public"]["Tables"]["imports"]["Row"];
      };
      withdraw_order: {
        Args: { order_id: string | null; closed_intent_id?: string | null };
        Returns: Database["public"]["Tables"]["orders"]["Row"];
      };
    };
  };
};
