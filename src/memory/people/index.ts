/** Front door of the people. */
export { createPeople, type PeopleGraph, type PeopleParts } from "./people.ts";
