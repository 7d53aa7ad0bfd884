/** The types of openapi-typescript under the names that the other generators give them. */
import type { components } from "./types-fetch/schema.js";

type Schemas = components["schemas"];

export type BatchRequest = Schemas["BatchRequest"];
export type CompareRequest = Schemas["CompareRequest"];
export type Count = Schemas["Count"];
export type Declaration = Schemas["Declaration"];
export type DonneRequest = Schemas["DonneRequest"];
export type GameDonne = Schemas["GameDonne"];
export type Play = Schemas["Play"];
export type Reason = Schemas["Reason"];
export type SeatRuling = Schemas["SeatRuling"];
export type Total = Schemas["Total"];
export type ValidateRequest = Schemas["ValidateRequest"];
export type Won = Schemas["Won"];
