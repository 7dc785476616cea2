const STATES =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware," +
  "DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas," +
  "KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri," +
  "MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina," +
  "ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina," +
  "SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin," +
  "WY Wyoming";

/** Returns the states of the United States with their USPS codes, by name. */
export function listStates(): { code: string; name: string }[] {
  return STATES.split(",").map((state) => ({ code: state.slice(0, 2), name: state.slice(3) }));
}

/** Returns the USPS code of a state's name; any other text is returned unchanged. */
export function stateCode(state: string): string {
  const typed = state.trim().toLowerCase();
  return listStates().find(({ name }) => name.toLowerCase() === typed)?.code ?? state;
}
