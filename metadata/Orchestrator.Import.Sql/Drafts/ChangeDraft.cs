using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A change of a table, which is made once all tables are known.</summary>
/// <param name="Table">The table.</param>
/// <param name="At">Where it stands.</param>
/// <param name="MayBeView">Whether it may be about a view as well, of which nothing is changed.</param>
/// <param name="Make">Makes it.</param>
internal sealed record ChangeDraft(TableName Table, Origin At, bool MayBeView, Action<TableDraft> Make);
