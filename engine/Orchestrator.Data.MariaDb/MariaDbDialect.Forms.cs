using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <content>Values that stand in several forms: binary(n) and char(n) become varbinary(n) and varchar(n), which nothing
/// fills up, and blanks at the end count where the collation says so.</content>
public sealed partial class MariaDbDialect
{
    /// <inheritdoc/>
    public override string? InAnyForm(SqlType type, string value) => type.Kind switch
    {
        SqlTypeKind.Binary => $"trim(TRAILING X'00' FROM {value})",
        SqlTypeKind.Char or SqlTypeKind.NChar => $"rtrim({value})",
        _ => null,
    };

    /// <summary>One that does not fill its length, or ends with what fills it.</summary>
    protected override string? HasOtherForms(SqlType type, string value) =>
        $"ord(substr({value}, {type.Length}, 1)) IN (0{(type.Kind == SqlTypeKind.Binary ? "" : ", 32")})";
}
