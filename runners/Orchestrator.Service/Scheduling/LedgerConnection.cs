using Orchestrator.Ledger;

namespace Orchestrator.Service.Scheduling;

/// <summary>A reader of the ledger that is kept open, and opened anew behind a question that failed. One thread.
/// </summary>
internal sealed class LedgerConnection(LedgerLocation location, TimeProvider time) : IDisposable
{
    private LedgerReader? _reader;

    /// <summary>Asks something.</summary>
    /// <exception cref="LedgerException">It cannot be read.</exception>
    public T Ask<T>(Func<LedgerReader, T> question)
    {
        try
        {
            _reader ??= LedgerReader.Open(location, time)
                ?? throw new LedgerException(LedgerCodes.CannotOpen, $"There is no ledger {location.Name} any more.");
            return question(_reader);
        }
        catch (LedgerException)
        {
            Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        _reader?.Dispose();
        _reader = null;
    }
}
