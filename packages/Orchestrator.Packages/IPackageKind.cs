using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages;

/// <summary>A kind of package, as <see cref="KindTable"/> has a row of it.</summary>
public interface IPackageKind
{
    /// <summary>The word of its row.</summary>
    string Name { get; }

    /// <summary>What is wrong with an object of this kind, found without connecting to anything.</summary>
    IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution);

    /// <summary>
    /// Runs one attempt on the calling thread, which is the package's own. Returns failures as values.
    /// </summary>
    PackageResult Run(PackageContext context);

    /// <summary>Whether a package must not run again where nobody knows what an attempt has done.</summary>
    bool RunsOnce(ObjectDefinition definition) => false;

    /// <summary>Whether nobody knows what an attempt of such a package has done.</summary>
    bool LeavesUnknown(EarlierAttempt earlier) => false;

    /// <summary>
    /// The exact statements an attempt would send, for `show NODE --sql`, without connecting to anything; none for a
    /// kind that sends none of its own.
    /// </summary>
    IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) => [];

    /// <summary>
    /// How its rows would travel and why, as far as that is known without connecting to anything; empty for a kind that
    /// moves none.
    /// </summary>
    string LoadPath(ObjectDefinition definition, Solution solution) => "";
}

/// <summary>One statement that a package sends: for what, on which connection, its text.</summary>
public sealed record SqlStatement(string Purpose, string Connection, string Text);
