using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Tds;

/// <summary>What of a text parses, and is refused all the same by some database; and the texts that it runs.</summary>
internal sealed class SqlFindings : TSqlFragmentVisitor
{
    /// <summary>Why it is refused, as a sentence; null = it is not.</summary>
    public string? Refused { get; private set; }

    /// <summary>Texts of statements in it.</summary>
    public List<string> Nested { get; } = [];

    /// <summary>Names of queries that call themselves.</summary>
    public List<string> CallThemselves { get; } = [];

    /// <inheritdoc/>
    public override void Visit(CommonTableExpression node)
    {
        var name = node.ExpressionName.Value;
        var called = new SqlNames();
        node.QueryExpression.Accept(called);
        if (called.Names.Contains(name))
        {
            CallThemselves.Add(name);
        }
    }

    /// <summary>
    /// Table hints (Transact-SQL): READPAST cannot be specified where READ_COMMITTED_SNAPSHOT is ON for the database
    /// and the session reads committed rows, unless READCOMMITTEDLOCK is there too.
    /// </summary>
    public override void Visit(NamedTableReference node)
    {
        var hints = node.TableHints.Select(hint => hint.HintKind).ToArray();
        if (hints.Contains(TableHintKind.ReadPast) && !hints.Contains(TableHintKind.ReadCommittedLock))
        {
            Refused ??= "READPAST without READCOMMITTEDLOCK is refused where READ_COMMITTED_SNAPSHOT is ON.";
        }
    }

    /// <inheritdoc/>
    public override void Visit(ExecutableStringList node)
    {
        if (node.Strings is [StringLiteral text])
        {
            Nested.Add(text.Value);
        }
    }

    /// <inheritdoc/>
    public override void Visit(ExecutableProcedureReference node)
    {
        var name = node.ProcedureReference?.ProcedureReference?.Name.BaseIdentifier.Value;
        if ("sp_executesql".Equals(name, StringComparison.OrdinalIgnoreCase)
            && node.Parameters is [{ ParameterValue: StringLiteral text }, ..])
        {
            Nested.Add(text.Value);
        }
    }
}

/// <summary>The tables and queries that a part of a text names.</summary>
internal sealed class SqlNames : TSqlFragmentVisitor
{
    /// <summary>Their names, without a schema.</summary>
    public HashSet<string> Names { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <inheritdoc/>
    public override void Visit(NamedTableReference node)
    {
        if (node.SchemaObject.Identifiers.Count == 1)
        {
            Names.Add(node.SchemaObject.BaseIdentifier.Value);
        }
    }
}
