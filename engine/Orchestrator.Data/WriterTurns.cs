namespace Orchestrator.Data;

/// <summary>
/// One writer per database file: packages of one run take turns, first come first served, and those that wait know
/// who holds it. Thread-safe.
/// </summary>
public sealed class WriterTurns
{
    private readonly Dictionary<string, WaitingLine> _lines = new(StringComparer.Ordinal);

    /// <summary>
    /// Takes the turn of a file, waiting behind those who asked before. <paramref name="heldUp"/> is told the reason
    /// while it waits, again when the holder changes (then from the thread that passed the turn on), and null when
    /// the turn has come; it must only hand the text on. Dispose the turn to pass it on.
    /// </summary>
    /// <exception cref="OperationCanceledException">The token fired while waiting; the place in line is given
    /// up.</exception>
    public WriterTurn Take(string file, string holder, Action<string?> heldUp, CancellationToken cancellation)
    {
        Await(file, holder, heldUp, cancellation);
        return new WriterTurn(this, file, () => Await(file, holder, heldUp, cancellation));
    }

    internal void PassOn(string file)
    {
        lock (_lines)
        {
            var line = _lines[file];
            if (line.Waiters.First is not { } first)
            {
                _lines.Remove(file);
                return;
            }

            line.Waiters.RemoveFirst();
            line.Holder = first.Value.Holder;
            first.Value.Granted = true;
            first.Value.Signal.Release();
            foreach (var waiter in line.Waiters)
            {
                waiter.HeldUp(Reason(file, line.Holder));
            }
        }
    }

    private void Await(string file, string holder, Action<string?> heldUp, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        Waiter waiter;
        lock (_lines)
        {
            if (!_lines.TryGetValue(file, out var line))
            {
                _lines.Add(file, new WaitingLine(holder));
                return;
            }

            waiter = new Waiter(holder, heldUp);
            line.Waiters.AddLast(waiter);
            heldUp(Reason(file, line.Holder));
        }

        Await(waiter, file, cancellation);
    }

    private static string Reason(string file, string holder) =>
        $"{Path.GetFileName(file)}, held by {holder}";

    private void Await(Waiter waiter, string file, CancellationToken cancellation)
    {
        try
        {
            waiter.Signal.Wait(cancellation);
        }
        catch (OperationCanceledException)
        {
            GiveUp(waiter, file);
            throw;
        }
        finally
        {
            waiter.Signal.Dispose();
            waiter.HeldUp(null);
        }
    }

    private void GiveUp(Waiter waiter, string file)
    {
        bool granted;
        lock (_lines)
        {
            granted = waiter.Granted;
            if (!granted)
            {
                _lines[file].Waiters.Remove(waiter);
            }
        }

        // The turn came at the same moment as the cancellation: it must not be lost.
        if (granted)
        {
            PassOn(file);
        }
    }

    private sealed class WaitingLine(string holder)
    {
        public string Holder { get; set; } = holder;

        public LinkedList<Waiter> Waiters { get; } = new();
    }

    private sealed class Waiter(string holder, Action<string?> heldUp)
    {
        public string Holder { get; } = holder;

        public Action<string?> HeldUp { get; } = heldUp;

        public SemaphoreSlim Signal { get; } = new(0);

        public bool Granted { get; set; }
    }
}

/// <summary>The right to write one file, until disposed.</summary>
public sealed class WriterTurn : IDisposable
{
    private readonly WriterTurns _turns;
    private readonly string _file;
    private readonly Action _takeAgain;
    private int _passedOn;

    internal WriterTurn(WriterTurns turns, string file, Action takeAgain)
    {
        _turns = turns;
        _file = file;
        _takeAgain = takeAgain;
    }

    /// <summary>Lets others write, does something meanwhile, and waits for the turn again.</summary>
    /// <exception cref="OperationCanceledException">The token with which it was taken fired while waiting: the turn is
    /// passed on.</exception>
    public void Lend(Action meanwhile)
    {
        var isHeld = Volatile.Read(ref _passedOn) == 0;
        Dispose();
        meanwhile();
        if (isHeld)
        {
            _takeAgain();
            Volatile.Write(ref _passedOn, 0);
        }
    }

    /// <summary>Passes the turn on; once.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _passedOn, 1) == 0)
        {
            _turns.PassOn(_file);
        }
    }
}
