/** Values that users of Icechunk give. */

/** A JSON value with exact integers; an object is a `Map`, which keeps all names and their order. */
export type UserData = null | boolean | number | bigint | string | UserData[] | UserMetadata;

/** Values under user-defined names. */
export type UserMetadata = ReadonlyMap<string, UserData>;
