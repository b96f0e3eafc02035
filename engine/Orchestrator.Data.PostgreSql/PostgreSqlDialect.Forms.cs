using Orchestrator.Core.Types;

namespace Orchestrator.Data.PostgreSql;

/// <content>Values that stand in several forms: a bytea is of any length, and nothing fills a binary(n) up.</content>
public sealed partial class PostgreSqlDialect
{
    public override string? InAnyForm(SqlType type, string value) =>
        type.Kind == SqlTypeKind.Binary ? $"regexp_replace(encode({value}, 'hex'), '(00)+$', '')" : null;

    /// <summary>One whose last byte is nought, or that has not all of them: a hash is seldom so.</summary>
    protected override string? HasOtherForms(SqlType type, string value) =>
        $"substr({value}, {type.Length}, 1) IN (decode('', 'hex'), decode('00', 'hex'))";

    /// <summary>As text: before version 18 bytes have no least.</summary>
    protected override string Least(string value) => $"min({value}::text)";
}
