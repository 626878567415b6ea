// For cdktf's and constructs' own module: they keep where each token was made, a fifth of a test's time, and no test reads it.
exports.captureStackTrace = () => [];
