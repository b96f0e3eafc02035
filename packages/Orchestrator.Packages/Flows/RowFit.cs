using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>Says of a row type that does not fit whose fault it is.</summary>
internal static class RowFit
{
    /// <summary>What is made of a row type.</summary>
    /// <exception cref="PackageRefusedException">A member has no column, or can be none.</exception>
    public static TMade Of<TMade>(Type type, Func<TMade> make)
    {
        try
        {
            return make();
        }
        catch (Exception wrong) when (wrong is NotSupportedException or InvalidOperationException)
        {
            throw new PackageRefusedException("ORC3705", ErrorClass.Config, "open",
                $"The rows of type {type.Name} do not fit: {wrong.Message.TrimEnd('.')}.");
        }
    }
}
