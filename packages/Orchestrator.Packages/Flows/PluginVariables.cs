using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>The variables that a class of a plug-in asks for by name.</summary>
internal static class PluginVariables
{
    /// <summary>The value of one as text; null = it has none.</summary>
    /// <param name="context">The attempt.</param>
    /// <param name="name">Its name.</param>
    /// <param name="code">The code of a refusal.</param>
    /// <exception cref="PackageRefusedException">The object does not wait for it.</exception>
    /// <exception cref="ArgumentException">There is no such variable.</exception>
    public static string? Of(PackageContext context, string name, string code) =>
        context.Values.FirstOrDefault(value => value.Name == $"@{name}") is { Name: not null } known
            ? known.Value is TypedValue typed ? typed.Text : known.Value?.ToString()
            : context.Solution.Variables.Any(one => one.Name == name) ? null
            : throw NoValue(context, name, code);

    private static Exception NoValue(PackageContext context, string name, string code) =>
        context.Solution.RunVariables.Any(one => one.Name == name)
            ? new PackageRefusedException(code, ErrorClass.Config, "open",
                $"'{context.Object.Plugin!.Class}' asks for '{name}', which the run finds out, and does not wait for "
                + $"it. Name it in the options of the object, as ${{var:{name}}}.")
            : new ArgumentException($"the solution has no variable '{name}'", nameof(name));
}
