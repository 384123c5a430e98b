// Options of a game in forms.

/** The values that an option can be chosen from; null where it is written freely. */
export const valuesOf = (option) => (option.free || !option.listed.length ? null : option.listed);
