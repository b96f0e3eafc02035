using System.Collections.Immutable;

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
    private ImmutableHashSet<string> _values = [];
    private volatile string[] _forms = [];

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
            var grown = _values.Add(value);
            if (!ReferenceEquals(grown, _values))
            {
                _values = grown;
                _forms = [.. grown.SelectMany(SecretForms.Of).Distinct().OrderByDescending(form => form.Length)];
            }
        }
    }

    /// <summary>
    /// Remembers the password-like parts of a connection string or URL; the rest of it is no secret.
    /// </summary>
    public void RememberParts(string? text)
    {
        foreach (var part in SecretForms.PartsOf(text ?? ""))
        {
            Remember(part);
        }
    }

    /// <summary>The text with every known secret replaced by <see cref="Mask"/>; the longest forms go first.</summary>
    public string Redact(string text)
    {
        foreach (var form in _forms)
        {
            if (text.Contains(form, StringComparison.Ordinal))
            {
                text = text.Replace(form, Mask, StringComparison.Ordinal);
            }
        }

        return text;
    }
}
