using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <content>Values that stand in several forms: a bytea is of any length, and nothing fills a binary(n) up.</content>
public sealed partial class PostgreSqlDialect
{
    public override string? InAnyForm(SqlType type, string value) =>
        type.Kind == SqlTypeKind.Binary ? $"regexp_replace(encode({value}, 'hex'), '(00)+$', '')" : null;

    /// <summary>As text: before version 18 bytes have no least.</summary>
    protected override string Least(string value) => $"min({value}::text)";
}
