using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Ledger.Tokens;

/// <summary>Whether a token may be used.</summary>
public enum TokenState { Valid, Expired, Revoked }

/// <summary>A token, as the ledger has it: without its secret.</summary>
public sealed record TokenRecord
{
    /// <summary>Characters that a name may have.</summary>
    public const int NameMax = 64;

    /// <summary>Its short name.</summary>
    public required string Id { get; init; }

    /// <summary>Whose it is, for people; one that is not revoked has it alone.</summary>
    public required string Name { get; init; }

    /// <summary>What it lets its bearer do.</summary>
    public required TokenRole Role { get; init; }

    /// <summary>Hash of its secret.</summary>
    public required string Hash { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset Created { get; init; }

    /// <summary>Who made it.</summary>
    public required string CreatedBy { get; init; }

    /// <summary>From when on it is refused; null = never.</summary>
    public DateTimeOffset? Expires { get; init; }

    /// <summary>When it was revoked; null = it was not.</summary>
    public DateTimeOffset? Revoked { get; init; }

    /// <summary>Who revoked it; empty = nobody.</summary>
    public string RevokedBy { get; init; } = "";

    /// <summary>When it was last used, a quarter of an hour earlier at most; null = never.</summary>
    public DateTimeOffset? LastUsed { get; init; }

    /// <summary>Whether it may be used at a moment.</summary>
    public TokenState StateAt(DateTimeOffset now) => Revoked is not null ? TokenState.Revoked
        : Expires <= now ? TokenState.Expired
        : TokenState.Valid;

    /// <summary>
    /// Whether a token is this one: in a time that does not tell how much of it is right. Whether it may still be used
    /// is another question, to be answered to its bearer alone.
    /// </summary>
    public bool IsOf(TokenText token) =>
        CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(token.Hash), Encoding.ASCII.GetBytes(Hash))
        && token.Id == Id;

    /// <summary>Whether a text can be a name: letters, digits, '-', '.', '_' and '@'.</summary>
    public static bool IsName(string text) => text.Length is > 0 and <= NameMax
        && text.All(each => char.IsLetterOrDigit(each) || "-._@".Contains(each));

    /// <summary>Whether a token of this role may do what asks for another.</summary>
    public bool May(TokenRole role) => Role >= role;
}
