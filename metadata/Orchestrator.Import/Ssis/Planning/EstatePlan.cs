using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Tasks;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>What an estate becomes.</summary>
/// <param name="Estate">What was read.</param>
/// <param name="Solution">The solution.</param>
/// <param name="Packages">Each of its packages.</param>
/// <param name="Connections">Its connections.</param>
internal sealed record EstatePlan(
    SsisEstate Estate, SolutionDraft Solution, IReadOnlyList<PackagePlan> Packages, ConnectionTable Connections);
