using System.Text;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>A statement of a SQLite ledger, prepared once.</summary>
internal sealed class SqliteLedgerStatement : Statement
{
    private readonly sqlite3 _handle;
    private readonly sqlite3_stmt _statement;
    private int _bound;

    public SqliteLedgerStatement(SqliteDatabase database, string sql)
    {
        _handle = database.Handle;
        Check(raw.sqlite3_prepare_v2(_handle, sql, out _statement));
    }

    public override Statement Bind(long? value)
    {
        if (value is not { } number)
        {
            return BindNull();
        }

        Check(raw.sqlite3_bind_int64(_statement, ++_bound, number));
        return this;
    }

    public override Statement Bind(string? value)
    {
        if (value is null)
        {
            return BindNull();
        }

        // Bytes and their number, because a text may hold U+0000, at which a C string would end; no bytes are NULL.
        Check(value.Length == 0
            ? raw.sqlite3_bind_text(_statement, ++_bound, "")
            : raw.sqlite3_bind_text(_statement, ++_bound, Encoding.UTF8.GetBytes(value)));
        return this;
    }

    public override void Run()
    {
        Step();
        Reset();
    }

    public override bool Step()
    {
        var code = raw.sqlite3_step(_statement);
        if (code == raw.SQLITE_ROW)
        {
            return true;
        }

        Reset();
        if (code != raw.SQLITE_DONE)
        {
            Check(code);
        }

        return false;
    }

    public override bool IsNull(int column) => raw.sqlite3_column_type(_statement, column) == raw.SQLITE_NULL;

    public override long Number(int column) => raw.sqlite3_column_int64(_statement, column);

    public override string Text(int column) => Encoding.UTF8.GetString(raw.sqlite3_column_blob(_statement, column));

    public override void Reset()
    {
        _ = raw.sqlite3_reset(_statement);
        _bound = 0;
    }

    public override void Dispose() => _statement.Dispose();

    private SqliteLedgerStatement BindNull()
    {
        Check(raw.sqlite3_bind_null(_statement, ++_bound));
        return this;
    }

    private void Check(int code)
    {
        if (code != raw.SQLITE_OK)
        {
            _bound = 0;
            SqliteException.ThrowExceptionForRC(code, _handle);
        }
    }
}
