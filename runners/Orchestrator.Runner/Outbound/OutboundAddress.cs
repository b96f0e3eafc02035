namespace Orchestrator.Runner.Outbound;

/// <summary>Judges the text of an address, before any name is looked up.</summary>
public static class OutboundAddress
{
    /// <summary>The address that a text stands for, where a request may go there as far as the text tells.</summary>
    /// <exception cref="OutboundRefusedException">It is none, or may not be asked.</exception>
    public static Uri Parse(string text, OutboundRules rules) => Mistake(text, rules.AllowPrivate) is { } mistake
        ? throw new OutboundRefusedException(mistake)
        : new Uri(text, UriKind.Absolute);

    /// <summary>What is wrong with the text of an address; null = nothing that the text could tell.</summary>
    public static string? Mistake(string text, bool allowPrivate) =>
        !Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Host.Length == 0
            ? "it is no absolute address. Give one as https://hooks.example.org/x."
        : text.AsSpan().IndexOfAnyInRange('\0', ' ') >= 0
            ? "it contains white space or control characters. Write them as %20, or leave them out."
        : address.Scheme != Uri.UriSchemeHttps && address.Scheme != Uri.UriSchemeHttp
            ? $"only https is asked, not {address.Scheme}."
        : address.UserInfo.Length > 0
            ? "it carries a user name or a password. Leave it out: receivers check the signature, or a key in a header."
        : address.Fragment.Length > 0 ? "it has a fragment (#…), which no server is sent. Leave it out."
        : address.Scheme == Uri.UriSchemeHttp && !allowPrivate
            ? "http is neither secret nor sure to arrive at whom it names. Use https; within the own network declare "
            + "that the address is a private one (allowPrivate of an alert, OPENLINEAGE_ALLOW_PRIVATE)."
        : null;
}
