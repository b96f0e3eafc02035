using Orchestrator.Ledger;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Service;

namespace Orchestrator.Cli.Serve;

/// <summary>The tokens of a service, looked up in its ledger: one that is revoked is refused from then on.</summary>
internal sealed class ServiceTokens(LedgerLocation location, TimeProvider time)
{
    private volatile bool _hasBegun;

    /// <summary>The service has begun: from now on a ledger that is not there is away, and was not only not made.
    /// </summary>
    public void Begin() => _hasBegun = true;

    /// <summary>Whether there is one that is not revoked: where all have expired, nobody is let in without one.
    /// </summary>
    public bool AreThere() => (_hasBegun || IsLedgerThere()) && Ask(reader => reader.Tokens()
        .Any(token => token.StateAt(time.GetUtcNow()) != TokenState.Revoked));

    /// <summary>What a token stands for; null = it is unknown, expired or revoked.</summary>
    public TokenGrant? Find(string text)
    {
        if (TokenText.Parse(text) is not { } token
            || Ask(reader => reader.Token(token.Id)) is not { } known || !known.IsOf(token)
            || known.StateAt(time.GetUtcNow()) != TokenState.Valid)
        {
            return null;
        }

        TokenWriter.NoteUse(location, time, known, time.GetUtcNow());
        return new TokenGrant(known.Name, known.Role);
    }

    private bool IsLedgerThere()
    {
        using var reader = LedgerReader.Open(location, time);
        return reader is not null;
    }

    private T Ask<T>(Func<LedgerReader, T> question)
    {
        using var reader = LedgerReader.Open(location, time)
            ?? throw new LedgerException(LedgerCodes.CannotOpen, $"there is no ledger {location.Name}");
        return question(reader);
    }
}
