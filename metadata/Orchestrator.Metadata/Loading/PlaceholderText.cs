using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Loading;

/// <summary>Puts values into the texts of connections, which keep their `${…}` until the run.</summary>
public static class PlaceholderText
{
    /// <summary>
    /// The text with every `${env:NAME}`, `${env:NAME:-default}` and `${secret:NAME}` in place.
    /// </summary>
    /// <exception cref="InvalidOperationException">One is not set; the message names it and holds no value.</exception>
    public static string Resolve(string text, Func<string, string?> variable, Func<string, string?> secret) =>
        Placeholders.Resolve(text, variable, secret);
}
