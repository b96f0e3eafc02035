using Orchestrator.Engine;

namespace Orchestrator.Packages.Store;

/// <summary>What a connection gets from variables and secrets: what is wrong there fails the package.</summary>
internal static class ConnectionValues
{
    /// <summary>What was asked for.</summary>
    /// <exception cref="PackageRefusedException">A variable or secret is missing or cannot be used.</exception>
    public static T Of<T>(Func<T> resolve)
    {
        try
        {
            return resolve();
        }
        catch (InvalidOperationException missing)
        {
            throw Refused(missing.Message);
        }
    }

    /// <summary>The failure; the message holds no value.</summary>
    public static PackageRefusedException Refused(string message) =>
        new("ORC3416", ErrorClass.Config, "open", message);
}
