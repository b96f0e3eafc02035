using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Http;

/// <summary>Judges the text of an address that a package asks; where its name leads the guard judges.</summary>
internal static class HttpAddress
{
    private const string Between = "://";

    /// <summary>What is wrong with an address, as the end of a sentence; null = nothing that the text could tell.
    /// </summary>
    public static string? Mistake(string text, bool allowPrivate) =>
        text.Any(sign => sign is <= ' ' or > '~' or '\\')
            ? "it holds white space, a backslash, a control character or one beyond ASCII: percent-encode that"
        : !Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Host.Length == 0
            || BehindScheme(text) < 0 || Server(text).Length == 0
            ? "it is no absolute address: give one as https://api.example.org/x"
        : address.Scheme != Uri.UriSchemeHttps && address.Scheme != Uri.UriSchemeHttp
            ? "only https is asked"
        : address.UserInfo.Length > 0 || Server(text).Contains('@', StringComparison.Ordinal)
            ? "it carries a user name or a password: send them as a header, from a secret"
        : Server(text).Contains('%', StringComparison.Ordinal) ? "the name of its server holds a '%'"
        : text.Contains('#', StringComparison.Ordinal) ? "it has a fragment (#…), which no server is sent"
        : Path(text).Split('/').Any(IsStep)
            ? "its path has a part '.' or '..', which leads to another path than the one that is written"
        : address.Scheme == Uri.UriSchemeHttp && !allowPrivate
            ? "http is neither secret nor sure to arrive at whom it names: use https, or, within the own network, "
            + "`allowPrivate: true`"
        : null;

    /// <summary>Whether the server is written out, so that the address can be judged before the run.</summary>
    public static bool NamesServer(SentText url) => !url.IsAsked
        || (url.Parts[0] is { Kind: SentPartKind.Written, Text: var first } && BehindScheme(first) is var at and >= 0
            && first.AsSpan(at).IndexOfAny('/', '?') >= 0);

    /// <summary>Whether the name of the server has ended in a text that an address begins with.</summary>
    public static bool HasServer(string text) =>
        BehindScheme(text) is var at and >= 0 && text.AsSpan(at).IndexOfAny('/', '?') >= 0;

    /// <summary>The host of an address; empty = it has none.</summary>
    public static string HostOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var address) ? address.Host : "";

    private static int BehindScheme(string text) =>
        text.IndexOf(Between, StringComparison.Ordinal) is var at and > 0 ? at + Between.Length : -1;

    private static string Server(string text) => text[BehindScheme(text)..EndOfServer(text)];

    private static string Path(string text) => text[EndOfServer(text)..].Split('?')[0];

    private static int EndOfServer(string text) =>
        text.IndexOfAny(['/', '?', '#'], BehindScheme(text)) is var at and >= 0 ? at : text.Length;

    private static bool IsStep(string part) =>
        part.Replace("%2e", ".", StringComparison.OrdinalIgnoreCase) is "." or "..";
}
