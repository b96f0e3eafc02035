namespace Orchestrator.Runner.Text;

/// <summary>
/// The secret values that this process has met. Whatever passes <see cref="OutsideText"/> loses them, in every form
/// in which they are known to leak (quoted, escaped, encoded, line by line). Only grows. Safe for threads.
/// </summary>
public sealed class Secrets
{
    /// <summary>What stands in place of a secret.</summary>
    public const string Mask = "***";

    private readonly Lock _growing = new();
    private readonly Dictionary<string, IReadOnlyList<SecretForm>> _forms = new(StringComparer.Ordinal);
    private volatile SecretIndex? _index;
    private volatile bool _hasGrown;

    /// <summary>Knows none, and is never told any.</summary>
    internal static Secrets None { get; } = new();

    /// <summary>Remembers a secret value; values under three characters cannot be told from other text.</summary>
    public void Remember(string? value)
    {
        if (value is null || value.Length < SecretForms.LengthMin || ReferenceEquals(this, None))
        {
            return;
        }

        lock (_growing)
        {
            if (!_forms.ContainsKey(value))
            {
                _forms.Add(value, SecretForms.Of(value));
                _hasGrown = true;
            }
        }
    }

    /// <summary>Remembers the password-like parts of a connection string or URL; the rest of it is no secret.</summary>
    public void RememberParts(string? text)
    {
        foreach (var part in CredentialText.PartsOf(text ?? ""))
        {
            Remember(part);
        }
    }

    /// <summary>The text with every known secret replaced by <see cref="Mask"/>.</summary>
    public string Redact(string text) => Redact(text, out _);

    /// <summary>The same of lines that others may follow.</summary>
    /// <param name="text">The lines so far.</param>
    /// <param name="mayGoOn">Whether they end within what may become a secret on the next one.</param>
    internal string Redact(string text, out bool mayGoOn)
    {
        mayGoOn = false;
        return Index()?.Masked(text, Mask, out mayGoOn) ?? text;
    }

    // Made by who needs it next: at the start many become known before anything is written.
    private SecretIndex? Index()
    {
        if (_hasGrown)
        {
            lock (_growing)
            {
                _index = new SecretIndex(_forms.Values.SelectMany(forms => forms));
                _hasGrown = false;
            }
        }

        return _index;
    }
}
