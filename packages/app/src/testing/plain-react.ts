/** React's development build draws its every step for the browser's own profiler, which nobody opens here: a quarter of what a test costs. Comes before React. */
Reflect.deleteProperty(console, "timeStamp");
Reflect.deleteProperty(console, "createTask");
