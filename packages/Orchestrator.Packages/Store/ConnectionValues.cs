using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>What a connection gets from variables and secrets: what is wrong there fails the package.</summary>
/// <param name="Solution">The solution it stands in.</param>
/// <param name="Resolve">As <see cref="PackageContext.Resolve"/>.</param>
/// <param name="ResolveConnection">As <see cref="PackageContext.ResolveConnection"/>.</param>
/// <param name="PlatformOf">As <see cref="PackageContext.PlatformOf"/>.</param>
internal sealed record ConnectionValues(
    Solution Solution, Func<string, string> Resolve, Func<string, IReadOnlyList<ConnectionPart>> ResolveConnection,
    Func<Connection, IPlatform?> PlatformOf)
{
    /// <summary>Those of an attempt.</summary>
    public static ConnectionValues Of(PackageContext context) =>
        new(context.Solution, context.Resolve, context.ResolveConnection, context.PlatformOf);

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
