using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Reading;

namespace Orchestrator.Import.Sql.Statements;

/// <summary>
/// Takes from statements what they make. The bodies of procedures, functions and triggers make nothing until they run,
/// and are passed over.
/// </summary>
internal sealed class StatementReader
{
    private const int InnerMax = 3;
    private const char Temporary = '#';
    private const string OwnDatabase = "$(";

    private readonly SqlDrafts _drafts;
    private readonly SqlProblems _problems;
    private readonly TableReader _tables;
    private readonly AlterReader _changes;
    private string? _database;
    private string? _schema;
    private int _inner;

    public StatementReader(SqlDrafts drafts, SqlProblems problems)
    {
        (_drafts, _problems) = (drafts, problems);
        var constraints = new TableConstraintReader(NameOf);
        _tables = new TableReader(constraints, problems);
        _changes = new AlterReader(drafts, problems, _tables, NameOf);
    }

    /// <summary>Begins another file, which is in no database until it says so.</summary>
    public void Begin() => _database = null;

    /// <summary>Takes what a batch makes.</summary>
    public void Read(SqlBatch batch)
    {
        var statements = SqlParser.Statements(batch.Text, out var errors).ToArray();
        if (errors is [var error, ..])
        {
            _problems.Error(SqlCodes.Syntax, batch.At(error.Line, error.Column), Sentence(error, batch.Text),
                "what stands between other GOs is read; correct this, or leave the file out");
        }

        foreach (var statement in errors.Count == 0 ? statements : [])
        {
            Read(statement, batch);
        }
    }

    private void Read(TSqlStatement? statement, SqlBatch batch)
    {
        switch (statement)
        {
            case IfStatement choice:
                Read(choice.ThenStatement, batch);
                Read(choice.ElseStatement, batch);
                break;
            case BeginEndBlockStatement block:
                ReadAll(block.StatementList, batch);
                break;
            case TryCatchStatement tried:
                ReadAll(tried.TryStatements, batch);
                break;
            case UseStatement use:
                _database = use.DatabaseName.Value;
                break;
            case ExecuteStatement executed:
                Execute(executed, batch);
                break;
            case CreateSchemaStatement schema:
                _schema = schema.Name?.Value;
                ReadAll(schema.StatementList, batch);
                _schema = null;
                break;
            case not null:
                Made(statement, batch);
                break;
        }
    }

    private void ReadAll(StatementList? list, SqlBatch batch)
    {
        foreach (var statement in list?.Statements ?? [])
        {
            Read(statement, batch);
        }
    }

    private void Made(TSqlStatement statement, SqlBatch batch)
    {
        switch (statement)
        {
            case CreateTableStatement table when !IsTemporary(table.SchemaObjectName):
                Table(table, batch);
                break;
            case CreateExternalTableStatement table:
                AddDatabase(table.SchemaObjectName, batch, table);
                _drafts.Add(TableReader.External(NameOf(table.SchemaObjectName), table, batch));
                break;
            case DropTableStatement drop:
                foreach (var name in drop.Objects)
                {
                    _drafts.Drop(NameOf(name), TableReader.At(drop, batch).File);
                }

                break;
            case DropViewStatement drop:
                foreach (var name in drop.Objects)
                {
                    _drafts.DropView(NameOf(name), TableReader.At(drop, batch).File);
                }

                break;
            case AlterTableStatement change when !IsTemporary(change.SchemaObjectName):
                _changes.Read(change, batch);
                break;
            case CreateIndexStatement index when !IsTemporary(index.OnName):
                _changes.Read(index, batch);
                break;
            case DropIndexStatement drop:
                foreach (var clause in drop.DropIndexClauses.OfType<DropIndexClause>())
                {
                    _changes.Read(clause, TableReader.At(drop, batch));
                }

                break;
            default:
                Other(statement, batch);
                break;
        }
    }

    private void Other(TSqlStatement statement, SqlBatch batch)
    {
        var at = TableReader.At(statement, batch);
        switch (statement)
        {
            case ViewStatementBody view:
                _drafts.Add(
                    new ViewDraft(NameOf(view.SchemaObjectName), at, FragmentText.Of(view),
                        [.. view.Columns.Select(column => column.Value)], view.SelectStatement),
                    isAltered: view is not CreateViewStatement);
                break;
            case AlterSchemaStatement { ObjectName: { } moved }:
                _problems.Warn(SqlCodes.NotFollowed, at,
                    $"ALTER SCHEMA … TRANSFER is not followed: {NameOf(moved)} is imported with its first schema",
                    "write the schema into the CREATE statement");
                break;
            case CreateTypeUddtStatement type:
                _drafts.Add(new TypeDraft(
                    NameOf(type.Name), at, TypeReader.Of(type.DataType), type.NullableConstraint?.Nullable));
                break;
            case CreateTypeUdtStatement type:
                _drafts.Add(new TypeDraft(NameOf(type.Name), at, null, null));
                break;
            case CreateSynonymStatement { ForName: { ServerIdentifier: null } of } synonym when IsOwn(of):
                _drafts.AddSynonym(NameOf(synonym.Name), NameOf(of));
                break;
            case FunctionStatementBody { ReturnType: ScalarFunctionReturnType returns } function:
                _drafts.AddFunction(NameOf(function.Name), TypeReader.Of(returns.DataType));
                break;
            case AlterDatabaseCollateStatement { Collation: { } collation }:
                _drafts.Collation = collation.Value;
                break;
            case CreateDatabaseStatement { Collation: { } collation }:
                _drafts.Collation = collation.Value;
                break;
            case SelectStatement { Into: { } into } when !IsTemporary(into):
                _drafts.AddLeftOut(NameOf(into));
                _problems.Warn(SqlCodes.NotFollowed, at,
                    $"the table {NameOf(into)} is made by SELECT … INTO, which tells no types of its columns",
                    "write a CREATE TABLE for it where loads read or write it");
                break;
        }
    }

    private void Table(CreateTableStatement table, SqlBatch batch)
    {
        var (name, at) = (NameOf(table.SchemaObjectName), TableReader.At(table, batch));
        var why = table.AsNode || table.AsEdge ? "is part of a graph"
            : table.AsFileTable ? "is a file table"
            : table.Definition is null ? "takes its columns from a query or another table"
            : null;
        if (why is not null)
        {
            _drafts.AddLeftOut(name);
            _problems.Warn(SqlCodes.NotFollowed, at,
                $"the table {name} {why}, so that no script tells its columns; it is left out",
                "import it from the database: `import database CONN`");
            return;
        }

        // Between brackets a script may be of SQLCMD as well: no table is called so.
        if ($"{name}".Contains(OwnDatabase, StringComparison.Ordinal))
        {
            _drafts.AddLeftOut(name);
            _problems.Error(SqlCodes.NoValue, at, $"the table {name} is called by a variable that has no value",
                "write `:setvar …` above it, or import the project that declares it");
            return;
        }

        AddDatabase(table.SchemaObjectName, batch, table);
        _drafts.Add(_tables.Of(name, table, batch));
        foreach (var option in table.Options.OfType<SystemVersioningTableOption>())
        {
            _changes.AddHistory(option);
        }
    }

    // What is run as a text is read where it stands there whole; SSMS writes views that way.
    private void Execute(ExecuteStatement executed, SqlBatch batch)
    {
        var (text, name) = RunBy(executed);
        if (name.Equals("sp_rename", StringComparison.OrdinalIgnoreCase))
        {
            _problems.Warn(SqlCodes.NotFollowed, TableReader.At(executed, batch),
                "sp_rename is not followed: what it renames is imported by its first name",
                "write the new name into the CREATE statement");
        }
        else if (text is not null && _inner < InnerMax
            && (name.Length == 0 || name.Equals("sp_executesql", StringComparison.OrdinalIgnoreCase)))
        {
            ReadInner(text, batch);
        }
    }

    // The text hid its brackets from who counted those of the batch.
    private void ReadInner(StringLiteral text, SqlBatch batch)
    {
        if (NestLimit.IsOver(text.Value))
        {
            _problems.Error(SqlCodes.TooMuch, TableReader.At(text, batch),
                $"what this text runs stands too deep: {NestLimit.BracketsMax} brackets in one another are read",
                "write it as statements of its own");
            return;
        }

        _inner++;
        Read(batch.Inner(text.Value, text.StartLine));
        _inner--;
    }

    private static (StringLiteral? Text, string Name) RunBy(ExecuteStatement executed) =>
        executed.ExecuteSpecification?.ExecutableEntity switch
        {
            ExecutableStringList { Strings: [StringLiteral only] } => (only, ""),
            ExecutableProcedureReference { Parameters: [{ ParameterValue: StringLiteral first }, ..] } called =>
                (first, called.ProcedureReference?.ProcedureReference?.Name?.BaseIdentifier?.Value ?? ""),
            _ => (null, ""),
        };

    private TableName NameOf(SchemaObjectName name) => _drafts.Named(
        name.SchemaIdentifier?.Value is { Length: > 0 } schema ? schema : _schema, name.BaseIdentifier.Value);

    private void AddDatabase(SchemaObjectName name, SqlBatch batch, TSqlStatement statement)
    {
        if ((name.DatabaseIdentifier?.Value ?? _database) is { Length: > 0 } database
            && !database.Contains(OwnDatabase, StringComparison.Ordinal))
        {
            _drafts.AddDatabase(database, TableReader.At(statement, batch));
        }
    }

    private bool IsOwn(SchemaObjectName name) => name.DatabaseIdentifier is null
        || name.DatabaseIdentifier.Value.Equals(_database, StringComparison.OrdinalIgnoreCase)
        || name.DatabaseIdentifier.Value.Contains(OwnDatabase, StringComparison.Ordinal);

    private static bool IsTemporary(SchemaObjectName name) => name.BaseIdentifier.Value.StartsWith(Temporary);

    // What stands in quotes may be a secret, and is not said.
    private static string Sentence(ParseError error, string text)
    {
        var rest = text.AsSpan(Math.Clamp(error.Offset, 0, text.Length));
        var isText = rest is ['\'', ..] or ['"', ..] or ['N' or 'n', '\'', ..]
            || error.Message.Contains("''", StringComparison.Ordinal);
        return isText ? "it is no T-SQL from the text here on" : $"it is no T-SQL: {Shortened(error.Message)}";
    }

    private static string Shortened(string message) => message.Length <= 200 ? message : message[..200] + "…";
}
