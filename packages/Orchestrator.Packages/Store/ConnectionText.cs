using System.Data.Common;

namespace Orchestrator.Packages.Store;

/// <summary>Fills the placeholders of a connection string.</summary>
internal static class ConnectionText
{
    /// <summary>
    /// The text with each value resolved by itself and quoted again, so that a semicolon in a password ends nothing. A
    /// text that names no keyword is a placeholder for the whole.
    /// </summary>
    /// <exception cref="ArgumentException">It is no connection string; the message does not hold it.</exception>
    public static string Resolve(string template, Func<string, string> resolve)
    {
        // As a whole, too: only so is a password that stands beside its keyword known as one.
        var whole = resolve(template);
        var written = template.AsSpan().TrimStart();
        if (written.IndexOf('=') < 0 || written.StartsWith("${"))
        {
            return whole;
        }

        var text = Parse(template);
        foreach (var keyword in text.Keys.Cast<string>().ToArray())
        {
            text[keyword] = resolve((string)text[keyword]);
        }

        return text.ConnectionString;
    }

    private static DbConnectionStringBuilder Parse(string template)
    {
        try
        {
            return new DbConnectionStringBuilder { ConnectionString = template };
        }
        catch (ArgumentException)
        {
            // The client's own message shows what it could not read.
            throw new ArgumentException("expected KEYWORD=VALUE pairs separated by semicolons", nameof(template));
        }
    }
}
