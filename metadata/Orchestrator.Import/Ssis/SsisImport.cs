using Orchestrator.Import.Ssis.Again;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Planning;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis;

/// <summary>Packages as a solution: its files, and what became of each part of each package.</summary>
internal sealed record SsisImport
{
    /// <summary>What was made of what.</summary>
    public required EstatePlan Plan { get; init; }

    /// <summary>The files of the solution, ordered by their path. They are made anew each time that they are asked
    /// for, as all of them together are much more than the solution.</summary>
    public IEnumerable<ImportFile> Files => DraftFiles.All(Plan.Solution);

    /// <summary>Hashes of what is open, by the file of its object, then by code and place.</summary>
    public required IReadOnlyDictionary<string, SortedDictionary<string, string>> Open { get; init; }

    /// <summary>What became of each executable and component of each package.</summary>
    public required IReadOnlyList<(SsisPackage Package, IReadOnlyList<Disposition> All)> Dispositions { get; init; }

    /// <summary>What `validate` refuses and stands in no object: a mistake of the import.</summary>
    public required IReadOnlyList<Diagnostic> Refused { get; init; }

    /// <summary>All of them.</summary>
    public IEnumerable<Disposition> All => Dispositions.SelectMany(each => each.All);

    /// <summary>Makes a solution of packages. It reads what an earlier import wrote, and writes nothing.</summary>
    /// <param name="estate">What was read of the packages.</param>
    /// <param name="name">What the solution is called.</param>
    /// <param name="folder">The solution that is there, in which people may have decided; null = none.</param>
    /// <param name="check">What `validate` says of the files of a solution.</param>
    /// <param name="tables">Tables that scripts or models have told; null = none were asked for.</param>
    public static SsisImport Of(SsisEstate estate, string name, string? folder,
        Func<IReadOnlyList<ImportFile>, IReadOnlyList<Diagnostic>> check, IReadOnlyList<ToldTable>? tables = null)
    {
        var plan = EstatePlanner.Plan(estate, DraftNames.Plain(name, "Imported"), new KnownKeys(tables ?? []));
        var refused = RefusedObjects.Leave(plan, check);
        DroppedNotes.Tell(plan);
        var open = OpenSources.Of(plan.Solution, plan.Packages.Select(each => each.Package));
        if (folder is not null)
        {
            Decisions.Keep(plan.Solution, folder, open);
        }

        return new SsisImport
        {
            Plan = plan,
            Open = open,
            Dispositions =
            [
                .. plan.Packages.Where(each => !each.IsCopy)
                    .Select(each => (each.Package, Planning.Dispositions.Of(each))),
            ],
            Refused = refused,
        };
    }
}
