using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Text;

/// <summary>
/// Resolves `${env:NAME}`, `${env:NAME:-default}` and `${secret:NAME}` when a package runs. A secret is the mounted
/// file NAME in the folder ORCHESTRATOR_SECRETS_DIR (default /run/secrets), else the variable
/// ORCHESTRATOR_SECRET_NAME; one line end at the end of the file is not part of it.
/// </summary>
public sealed class PlaceholderResolver(Secrets secrets, Func<string, string?> environment)
{
    /// <summary>Folder of mounted secrets where ORCHESTRATOR_SECRETS_DIR says nothing.</summary>
    public const string DefaultFolder = "/run/secrets";

    private const int PartLengthMin = 8;
    private const int SecretBytesMax = 64 * 1024;

    /// <summary>
    /// The text with each placeholder's value. Every secret in it is remembered. Throws
    /// <see cref="InvalidOperationException"/> where a variable or secret is missing.
    /// </summary>
    public string Resolve(string text)
    {
        var resolved = PlaceholderText.Resolve(text, environment, Secret);
        secrets.RememberParts(resolved);
        return resolved;
    }

    /// <summary>
    /// The parts of a connection string, with each placeholder's value. Every secret and every password in it is
    /// remembered; where one secret is all of it, every value that is long enough to be told from other text.
    /// Throws <see cref="InvalidOperationException"/> where one is missing or the text is no connection string.
    /// </summary>
    public IReadOnlyList<ConnectionPart> ResolveConnection(string text)
    {
        var parts = ConnectionText.Resolve(text, Resolve);
        var isSecret = PlaceholderText.IsWhole(text) && PlaceholderText.SecretsIn(text).Any();
        foreach (var part in parts.Where(part => SecretForms.IsPasswordLike(part.Keyword)
            || (isSecret && part.Value.Length >= PartLengthMin)))
        {
            secrets.Remember(part.Value);
        }

        return parts;
    }

    /// <summary>
    /// Remembers each secret that these texts name, as far as it can be found now, so that none can leak from an
    /// error before its first use.
    /// </summary>
    public void RememberThoseNamedIn(IEnumerable<string> texts)
    {
        foreach (var name in texts.SelectMany(PlaceholderText.SecretsIn).Distinct(StringComparer.Ordinal))
        {
            secrets.Remember(Find(name));
        }
    }

    private string Secret(string name)
    {
        var value = Find(name) ?? throw new InvalidOperationException(
            $"The secret {name} is neither a file in {Folder} nor the variable ORCHESTRATOR_SECRET_{name}. Mount "
            + "the file (or name its folder by ORCHESTRATOR_SECRETS_DIR), or set the variable.");
        secrets.Remember(value);
        return value;
    }

    private string Folder => environment("ORCHESTRATOR_SECRETS_DIR") is { Length: > 0 } folder ? folder : DefaultFolder;

    private string? Find(string name)
    {
        var file = new FileInfo(Path.Combine(Folder, name));
        if (name is not ("." or "..") && file is { Exists: true, Length: <= SecretBytesMax })
        {
            var text = File.ReadAllText(file.FullName);
            return text.EndsWith("\r\n", StringComparison.Ordinal) ? text[..^2]
                : text.EndsWith('\n') ? text[..^1] : text;
        }

        return environment("ORCHESTRATOR_SECRET_" + name) is { Length: > 0 } value ? value : null;
    }
}
