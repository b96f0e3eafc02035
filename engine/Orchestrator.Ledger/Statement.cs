using System.Text;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>A named statement, prepared once. Values are bound in order, then it runs or is read row by row.</summary>
internal sealed class Statement : IDisposable
{
    private readonly sqlite3 handle;
    private readonly sqlite3_stmt statement;
    private int bound;

    public Statement(SqliteDatabase database, string name)
    {
        handle = database.Handle;
        Check(raw.sqlite3_prepare_v2(handle, SqlText.Of(name), out statement));
    }

    public Statement Bind(long value)
    {
        Check(raw.sqlite3_bind_int64(statement, ++bound, value));
        return this;
    }

    public Statement Bind(long? value) => value is { } number ? Bind(number) : BindNull();

    public Statement Bind(string? value)
    {
        if (value is null)
        {
            return BindNull();
        }

        // Bytes and their number, because a text may hold U+0000, at which a C string would end; no bytes are NULL.
        Check(value.Length == 0
            ? raw.sqlite3_bind_text(statement, ++bound, "")
            : raw.sqlite3_bind_text(statement, ++bound, Encoding.UTF8.GetBytes(value)));
        return this;
    }

    /// <summary>Runs a statement that returns no row.</summary>
    public void Run()
    {
        Step();
        Reset();
    }

    /// <summary>Goes to the next row; after the last one the statement is ready for new values.</summary>
    public bool Step()
    {
        var code = raw.sqlite3_step(statement);
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

    public bool IsNull(int column) => raw.sqlite3_column_type(statement, column) == raw.SQLITE_NULL;

    public long Number(int column) => raw.sqlite3_column_int64(statement, column);

    public long? NumberOrNull(int column) => IsNull(column) ? null : Number(column);

    public string Text(int column) => Encoding.UTF8.GetString(raw.sqlite3_column_blob(statement, column));

    public void Reset()
    {
        _ = raw.sqlite3_reset(statement);
        bound = 0;
    }

    public void Dispose() => statement.Dispose();

    private Statement BindNull()
    {
        Check(raw.sqlite3_bind_null(statement, ++bound));
        return this;
    }

    private void Check(int code)
    {
        if (code != raw.SQLITE_OK)
        {
            bound = 0;
            SqliteException.ThrowExceptionForRC(code, handle);
        }
    }
}
