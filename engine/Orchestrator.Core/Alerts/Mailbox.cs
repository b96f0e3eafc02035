namespace Orchestrator.Core.Alerts;

/// <summary>The address of one mailbox, as ops@example.org: without a name, brackets or a second address.</summary>
public static class Mailbox
{
    // As many as a server has to take (RFC 5321).
    private const int LengthMax = 254;
    private const int LocalMax = 64;

    /// <summary>What is wrong with an address to which a message goes; null = nothing. It repeats nothing of it.
    /// </summary>
    public static string? Mistake(string text)
    {
        if (text.Length > LengthMax)
        {
            return $"it has {text.Length} characters, {LengthMax} are taken";
        }

        if (TargetAddress.Mistake($"{AlertChannels.Mail.Prefix}{text}", allowPrivate: false) is not null)
        {
            return "it is no plain mailbox such as ops@example.org";
        }

        var local = text[..text.IndexOf('@')];
        return local.Length > LocalMax ? $"{local.Length} characters stand before the @, {LocalMax} are taken"
            : local.Any(one => !char.IsAscii(one))
                ? "what stands before the @ holds more than ASCII, which few servers take; a domain may"
            : null;
    }
}
