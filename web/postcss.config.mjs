// Lengths are written in pixels of a page whose text is 16 px high, and built as rem: a person who sets larger text in the
// browser gets all of the page larger, and the layout of a screen that has so much less room. Hairlines stay pixels.
import pxtorem from "postcss-pxtorem";

export default { plugins: [pxtorem({ propList: ["*"], mediaQuery: true, minPixelValue: 3 })] };
