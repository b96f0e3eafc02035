using System.Buffers.Binary;
using System.Data;
using System.Data.Common;
using System.Security.Cryptography;
using System.Text;
using Npgsql;
using NpgsqlTypes;
using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;

namespace Orchestrator.Ledger.Servers;

/// <summary>PostgreSQL as the home of a ledger.</summary>
internal sealed class PostgreSqlLedger(PostgreSqlPlatform platform, string session) : ILedgerServer
{
    public IPlatform Platform => platform;

    public LedgerSql Sql => LedgerSql.PostgreSql;

    public string Session => session;

    public DbConnection Connection(DatabaseAddress address) => PostgreSqlPlatform.Connection(address, session);

    public bool HasSnapshots(DbConnection connection) => true;

    public IsolationLevel Snapshot => IsolationLevel.RepeatableRead;

    public DbParameter Parameter(int place, long? value) => new NpgsqlParameter
    {
        NpgsqlDbType = NpgsqlDbType.Bigint,
        Value = value is { } number ? number : DBNull.Value,
    };

    public DbParameter Parameter(int place, string? value) => new NpgsqlParameter
    {
        NpgsqlDbType = NpgsqlDbType.Text,
        Value = value is null ? DBNull.Value : Storable(value),
    };

    public Statement BindLock(Statement statement, string name) => statement.Bind(
        BinaryPrimitives.ReadInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(name))));

    // A text of PostgreSQL has neither U+0000 nor halves of characters: the first is shown, the others are replaced.
    private static string Storable(string text) => text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF')
        ? Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)).Replace('\0', '\u2400')
        : text.Replace('\0', '\u2400');
}
