using System.Data;
using System.Data.Common;
using Orchestrator.Data;

namespace Orchestrator.Ledger.Servers;

/// <summary>What differs between the servers that hold a ledger, but for their SQL.</summary>
internal interface ILedgerServer
{
    /// <summary>The platform.</summary>
    IPlatform Platform { get; }

    /// <summary>Its dialect.</summary>
    LedgerSql Sql { get; }

    /// <summary>What the sessions are called that are made from here.</summary>
    string Session { get; }

    /// <summary>A connection that is not open yet, without a pool.</summary>
    DbConnection Connection(DatabaseAddress address);

    /// <summary>Whether a transaction can read a snapshot, so that neither it nor who writes waits.</summary>
    bool HasSnapshots(DbConnection connection);

    /// <summary>The isolation that reads a snapshot.</summary>
    IsolationLevel Snapshot { get; }

    /// <summary>A parameter by its place, from 1.</summary>
    DbParameter Parameter(int place, long? value);

    /// <summary>A parameter by its place, from 1.</summary>
    DbParameter Parameter(int place, string? value);

    /// <summary>The parameter of the lock's statements: what the server calls the lock of that name.</summary>
    Statement BindLock(Statement statement, string name);
}
