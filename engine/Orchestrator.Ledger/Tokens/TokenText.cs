using System.Buffers;
using System.Buffers.Text;
using System.Security.Cryptography;

namespace Orchestrator.Ledger.Tokens;

/// <summary>
/// A token as its bearer has it: `orc_ID_SECRET`. It is shown once and stands nowhere; the ledger has the hash of its
/// secret.
/// </summary>
public sealed class TokenText
{
    /// <summary>What each begins with, so that it is known for what it is wherever it turns up.</summary>
    public const string Prefix = "orc";

    private const int SecretBytes = 32;
    private const int IdLength = 8;

    // Without what looks alike, as people read it to each other.
    private const string IdLetters = "abcdefghjkmnpqrstuvwxyz23456789";

    private static readonly SearchValues<char> Known = SearchValues.Create(IdLetters);

    private readonly byte[] _secret;

    private TokenText(string id, byte[] secret) => (Id, _secret) = (id, secret);

    /// <summary>Its short name, which is no secret: it finds the token in the ledger.</summary>
    public string Id { get; }

    /// <summary>
    /// SHA-256 of the secret, in hexadecimal. A slow hash would protect a secret that can be guessed; 256 random bits
    /// cannot, and a fast one costs a service nothing on each request.
    /// </summary>
    public string Hash => Convert.ToHexStringLower(SHA256.HashData(_secret));

    /// <summary>A new one, of 256 random bits.</summary>
    public static TokenText Make() =>
        new(RandomNumberGenerator.GetString(IdLetters, IdLength), RandomNumberGenerator.GetBytes(SecretBytes));

    /// <summary>Reads one; null = it is none, whatever the reason.</summary>
    public static TokenText? Parse(string text)
    {
        var parts = text.Split('_', 3);
        if (parts is not [Prefix, { Length: IdLength } id, { Length: > 0 } coded]
            || id.AsSpan().ContainsAnyExcept(Known) || !Base64Url.IsValid(coded, out var length)
            || length != SecretBytes)
        {
            return null;
        }

        return new TokenText(id, Base64Url.DecodeFromChars(coded));
    }

    /// <summary>All of it, with the secret: for its bearer alone.</summary>
    public string Reveal() => $"{Prefix}_{Id}_{Base64Url.EncodeToString(_secret)}";

    /// <summary>The id alone, so that no message shows the secret by mistake.</summary>
    public override string ToString() => $"{Prefix}_{Id}_…";
}
