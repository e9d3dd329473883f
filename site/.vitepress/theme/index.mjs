// The default theme without its web fonts, which take more bytes than all pages together.
import Theme from "vitepress/theme-without-fonts";
import "./style.css";

export default Theme;
