/** The theme's variables as a style sheet; the bundler writes it (vite.config.ts). */
declare module "virtual:theme.css";
