using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// What a session is at, and how it is stopped from another thread: first by asking (the client's cancel, or the end
/// of what a bulk copy is fed with), then, where that is not heard in time, by ending the session through another one,
/// because a bulk copy that is blocked while it sends hears nothing else.
/// </summary>
internal sealed class SqlServerWork(SqlServerDatabase database, TimeProvider time) : IDisposable
{
    private const int KillSeconds = 10;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private readonly Lock _access = new();
    private Action? _stop;
    private ITimer? _ladder;
    private int _session;

    /// <summary>Whether somebody asked to stop what this transaction does; what fails then was cancelled.</summary>
    public bool IsStopped { get; private set; }

    /// <summary>A transaction begins: what was stopped before is over.</summary>
    public void Begin() => IsStopped = false;

    /// <summary>Runs a command that can be stopped.</summary>
    public T Run<T>(SqlCommand command, Func<SqlCommand, T> work)
    {
        Enter(command.Cancel);
        try
        {
            return work(command);
        }
        finally
        {
            Leave();
        }
    }

    /// <summary>The session begins something that is stopped so.</summary>
    public void Enter(Action stopIt)
    {
        lock (_access)
        {
            (_session, _stop) = (database.Connection.ServerProcessId, stopIt);
        }
    }

    /// <summary>
    /// It is done. Whoever ends the session through another one has done so by then: later its number may be another
    /// one's.
    /// </summary>
    public void Leave()
    {
        lock (_access)
        {
            _stop = null;
            _ladder?.Dispose();
            _ladder = null;
        }
    }

    /// <summary>Asks once that what is under way stops, from any thread.</summary>
    public void Stop()
    {
        Action? ask;
        lock (_access)
        {
            IsStopped = true;
            ask = _stop;
            if (ask is not null)
            {
                _ladder ??= time.CreateTimer(_ => End(), null, Patience, Timeout.InfiniteTimeSpan);
            }
        }

        ask?.Invoke();
    }

    public void Dispose() => Leave();

    private void End()
    {
        lock (_access)
        {
            if (_stop is not null)
            {
                Kill();
            }
        }
    }

    private void Kill()
    {
        try
        {
            using var beside = database.OpenBeside();
            using var command = SqlServerCommands.Make(beside, null, SqlServerDialect.Kill(_session), []);
            command.CommandTimeout = KillSeconds;
            command.ExecuteNonQuery();
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException)
        {
            // Without the right to end sessions only the run's own grace time is left.
        }
    }
}
