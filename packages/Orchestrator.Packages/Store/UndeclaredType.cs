using Orchestrator.Core.Types;

namespace Orchestrator.Packages.Store;

/// <summary>The type of a column that nobody declared.</summary>
internal static class UndeclaredType
{
    /// <summary>Text of any length, which takes every value as it is written.</summary>
    public static SqlType Text { get; } = new(SqlTypeKind.NVarChar, SqlType.Max);
}
