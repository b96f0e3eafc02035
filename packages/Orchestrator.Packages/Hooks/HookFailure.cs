using Orchestrator.Core;

namespace Orchestrator.Packages.Hooks;

/// <summary>Failures of hooks.</summary>
internal static class HookFailure
{
    /// <summary>The failure with the hook's name and place in its message.</summary>
    public static PackageError? Named(string hook, PackageError? error)
    {
        if (error is null)
        {
            return null;
        }

        var place = error.Script.Length > 0 ? $" ({error.Script}, line {error.Line})" : "";
        return error with
        {
            Code = error.Code == "ORC3420" ? "ORC3490" : error.Code,
            Phase = "hook",
            Message = $"The hook '{hook}'{place} failed. {error.Message}",
        };
    }
}
