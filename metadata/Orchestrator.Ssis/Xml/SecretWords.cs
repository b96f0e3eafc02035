namespace Orchestrator.Ssis.Xml;

/// <summary>The words by which people call a secret, for all places that look for one; parts of patterns without regard
/// to the case of letters.</summary>
internal static class SecretWords
{
    /// <summary>A password, however a name goes on.</summary>
    public const string Passwords = "password|passwd|passphrase|passcode|passwort|kennwort|mot[_ ]?de[_ ]?passe"
        + "|contrase[nñ]a|wachtwoord";

    /// <summary>Keys and tokens, which stand at the end of a name.</summary>
    public const string Keys = "api_?key|access_?key|account_?key|private_?key|secret_?key|security_?token"
        + "|access_?token|auth_?token|bearer_?token|refresh_?token|session_?token|api_?token|sas_?token|sas_?key";

    /// <summary>Names that are a secret where they are nothing more.</summary>
    public const string Whole = "token|pass|pw";

    /// <summary>What a text holds of these words at least, so that it is looked through.</summary>
    public static readonly string[] Signs =
        ["pass", "pwd", "secret", "key", "token", "signature", "kennwort", "contrase", "wachtwoord"];
}
