using System.Data;
using System.Data.Common;
using System.Security.Cryptography;
using System.Text;
using Microsoft.Data.SqlClient;
using Orchestrator.Data;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Ledger.Servers;

/// <summary>SQL Server as the home of a ledger.</summary>
internal sealed class SqlServerLedger(SqlServerPlatform platform, string session) : ILedgerServer
{
    private const int ShortChars = 4000;

    public IPlatform Platform => platform;

    public LedgerSql Sql => LedgerSql.SqlServer;

    public string Session => session;

    public DbConnection Connection(DatabaseAddress address) => SqlServerPlatform.Connection(address, session);

    public IsolationLevel Snapshot => IsolationLevel.Snapshot;

    public bool HasSnapshots(DbConnection connection)
    {
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // A .sql file of this assembly.
        command.CommandText = Sql.Of("server/has_snapshots");
#pragma warning restore CA2100
        return command.ExecuteScalar() is 1;
    }

    public DbParameter Parameter(int place, long? value) =>
        new SqlParameter($"@p{place}", SqlDbType.BigInt) { Value = value is { } number ? number : DBNull.Value };

    public DbParameter Parameter(int place, string? value) =>
        new SqlParameter($"@p{place}", SqlDbType.NVarChar, value?.Length > ShortChars ? -1 : ShortChars)
        {
            Value = value is null ? DBNull.Value : value,
        };

    public Statement BindLock(Statement statement, string name) => statement.Bind(
        $"orchestrator {Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(name)))}");
}
