using Orchestrator.Ledger;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>A connection of a process to the ledger, where anything may go wrong around a commit.</summary>
internal sealed class SimConnection(SimWorld world, SimProcess process) : ILedgerDatabase
{
    public LedgerSql Sql => LedgerSql.Sqlite;

    public long Version => LedgerSql.Version;

    public long Bytes => 0;

    public TimeSpan Now => world.Ledger.Now;

    public string Session => process.Session;

    public bool HasSessions => world.Ledger.HasSessions;

    public Statement Prepare(string name)
    {
        RefuseWhileDown();
        return world.Ledger.Prepare(name);
    }

    public Statement Write(string sql) => throw new NotSupportedException();

    public void BeginWriting(CancellationToken cancellation)
    {
        // Between the last look at the lease and the write the process can be stopped for as long as anybody likes.
        process.PerhapsStandStill();
        RefuseWhileDown();
        if (HasSessions && world.Faults.Happens(world.Faults.LostAnswers))
        {
            world.Tell(process.Name, "loses its connection to the ledger");
            throw new SimFault("the connection was lost");
        }

        SimLedger.Memory.Execute("BEGIN IMMEDIATE");
    }

    public void BeginAlone(CancellationToken cancellation) => BeginWriting(cancellation);

    public void BeginReading() => SimLedger.Memory.Execute("BEGIN");

    public void Commit()
    {
        SimLedger.Memory.Execute("COMMIT");
        world.Referee.LedgerCommitted(process);
        if (HasSessions && world.Faults.Happens(world.Faults.LostAnswers))
        {
            world.Tell(process.Name, "gets no answer to a commit in the ledger");
            throw new SimFault("no answer came to a commit");
        }

        if (process.IsBeating)
        {
            world.Referee.Renewed(process);
        }
    }

    public void Rollback()
    {
        SimLedger.Memory.Rollback();
    }

    public bool MayTryAgain(Exception error) => error is SimFault;

    public void Dispose()
    {
    }

    private void RefuseWhileDown()
    {
        if (world.Ledger.IsDown)
        {
            throw new SimFault("the server is gone");
        }
    }
}

/// <summary>The ledger, as one process reaches it.</summary>
internal sealed class SimPlatform(SimWorld world, SimProcess process) : ILedgerPlatform
{
    public ILedgerDatabase OpenForWriting(LedgerLocation location, TimeProvider time, LedgerWait wait) => Open();

    public ILedgerDatabase? OpenForReading(LedgerLocation location, TimeProvider time) => Open();

    public long VersionOf(LedgerLocation location, TimeProvider time) => LedgerSql.Version;

    public RunLock? TryLock(LedgerLocation location, string batch, string environment) =>
        Refuse() ?? (world.Ledger.LockedBy is null && world.Ledger.TryLock(process)
            ? new SimLock(world, process) : null);

    public bool IsLocked(LedgerLocation location, string batch, string environment) =>
        world.Ledger.LockedBy is not null;

    public long EndSessions(LedgerLocation location, string session)
    {
        var other = world.Processes.Find(one => one.Session == session);
        if (other is not null && world.Ledger.LockedBy == other)
        {
            world.Ledger.Unlock(other);
            return 1;
        }

        return 0;
    }

    public string? Explain(Exception error) => error is SimFault ? error.Message : null;

    private SimConnection Open()
    {
        Refuse();
        return new SimConnection(world, process);
    }

    private RunLock? Refuse() => world.Ledger.IsDown ? throw new SimFault("the server is gone") : null;
}

/// <summary>The lock of the batch, held by a session of a process, or by the process itself.</summary>
internal sealed class SimLock(SimWorld world, SimProcess process) : RunLock(SimLedger.Batch, Night.Environment)
{
    public override bool Renew() => world.Ledger.IsDown ? throw new SimFault("the server is gone")
        : world.Ledger.TryLock(process);

    public override void Dispose() => world.Ledger.Unlock(process);
}
