using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Renci.SshNet;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// A connection to a file server that has shown the key that is expected of it. Who cancels closes it, and nobody waits
/// for an answer any more.
/// </summary>
internal sealed class ServerLink : IDisposable
{
    private readonly FileServer _server;
    private readonly TimeProvider _time;
    private readonly CancellationTokenRegistration _closing;
    private readonly AskingThread _asking = new();
    private string? _shown;
    private int _isClosed;

    private ServerLink(
        FileServer server, ConnectionInfo signIn, TimeProvider time, CancellationToken cancellation)
    {
        (_server, _time, Cancellation) = (server, time, cancellation);
        Name = $"The file server '{server.Name}' ({signIn.Host}:{signIn.Port})";
        Client = new SftpClient(signIn) { OperationTimeout = server.Timeout };
        Client.HostKeyReceived += (_, key) =>
        {
            _shown = $"SHA256:{key.FingerPrintSHA256.TrimEnd('=')}";
            key.CanTrust = _shown == server.HostKey;
        };
        // Who cancels has other things to do than to wait for a goodbye.
        _closing = cancellation.Register(CloseAside);
    }

    /// <summary>How people know the server, at the begin of a sentence.</summary>
    public string Name { get; }

    /// <summary>What talks to the server; whoever asks it does so by one of the steps of this link.</summary>
    public SftpClient Client { get; }

    /// <summary>Who cancels.</summary>
    public CancellationToken Cancellation { get; }

    /// <summary>How long the server may be silent.</summary>
    public TimeSpan Timeout => _server.Timeout;

    /// <summary>Connects, looks at the key of the server, and signs in.</summary>
    /// <exception cref="PackageRefusedException">One of these does not succeed.</exception>
    public static ServerLink Open(
        FileServer server, ConnectionInfo signIn, TimeProvider time, CancellationToken cancellation)
    {
        var link = new ServerLink(server, signIn, time, cancellation);
        try
        {
            link.Do("let itself be connected to", () =>
            {
                using var limit = link.Limited(out _);
                link.Client.ConnectAsync(limit.Token).GetAwaiter().GetResult();
            });
            return link;
        }
        catch
        {
            link.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Does a step, and turns what goes wrong into the failure of a package. Who cancels leaves it behind: it may go on
    /// for as long as the server may be silent, so that what it writes into is its own.
    /// </summary>
    /// <param name="what">What the server is to do: "list 'out'".</param>
    /// <param name="step">The step.</param>
    public void Do(string what, Action step) => Do(what, () =>
    {
        step();
        return true;
    });

    /// <summary>The same, with an answer.</summary>
    public T Do<T>(string what, Func<T> step)
    {
        try
        {
            Cancellation.ThrowIfCancellationRequested();
            return _asking.Do(step, Cancellation);
        }
        // Who is cancelled in the middle finds the connection closed.
        catch (Exception fault) when (FileServerFaults.IsOne(fault) || fault is OperationCanceledException
            || Cancellation.IsCancellationRequested)
        {
            Cancellation.ThrowIfCancellationRequested();
            throw _shown is { } shown && shown != _server.HostKey ? FileServerFaults.Stranger(Name, shown, _server)
                : FileServerFaults.Of(
                    fault is OperationCanceledException ? new TimeoutException("it took too long") : fault, Name, what);
        }
    }

    /// <summary>Ends what waits for the server when it is silent too long, or somebody cancels.</summary>
    /// <param name="clock">Begins anew with each sign of life.</param>
    public CancellationTokenSource Limited(out CancellationTokenSource clock)
    {
        // Nobody waits for it once what it limits has ended.
        clock = new CancellationTokenSource(Timeout, _time);
        return CancellationTokenSource.CreateLinkedTokenSource(Cancellation, clock.Token);
    }

    /// <summary>Closes what the server has open for us, without waiting once somebody has cancelled.</summary>
    public void Leave(IDisposable open)
    {
        try
        {
            _asking.Do(
                () =>
                {
                    FileServerFaults.Leave(open);
                    return true;
                },
                Cancellation);
        }
        catch (Exception over) when (over is OperationCanceledException or ObjectDisposedException)
        {
            // It is closed with the connection.
        }
    }

    public void Dispose()
    {
        _closing.Dispose();
        if (Cancellation.IsCancellationRequested)
        {
            CloseAside();
        }
        else
        {
            Close();
        }

        _asking.Dispose();
    }

    private void CloseAside() => ThreadPool.QueueUserWorkItem(_ => Close());

    private void Close()
    {
        if (Interlocked.Exchange(ref _isClosed, 1) == 0)
        {
            FileServerFaults.Leave(Client);
        }
    }
}
