using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>The places of connections. What talks to servers is loaded only where one has the folder.</summary>
internal static class FilePlaces
{
    /// <summary>That of a connection, open until it is disposed.</summary>
    /// <exception cref="PackageRefusedException">A value is missing, or the server cannot be used.</exception>
    public static IFilePlace Of(PackageContext context, Connection connection) => connection.Stored is { } stored
        ? ServerPlace.Open(
            stored, context.Solution.Folder, context.Resolve, context.Time, context.Cancellation)
        : new LocalPlace(FileFormats.Folder(context, connection));
}
